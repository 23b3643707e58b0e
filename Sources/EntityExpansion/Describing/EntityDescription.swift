/// A class as generated code treats it.
package struct EntityDescription: Sendable {
  /// The name as written, with its backticks.
  let name: String
  /// The name without backticks, which is the entity's.
  package let identifier: String
  package let access: Access
  package let isFinal: Bool
  /// The superclass as written, nil where it is ManagedObject itself.
  package let superentity: String?
  /// The name that the entity had before, nil where none is written.
  package let originalName: String?
  /// Lists of properties, by name, that are unique together.
  package let uniqueKeys: [[String]]
  /// Lists of properties, by name, that are indexed together.
  package let indexes: [[String]]
  /// What the annotation asks for beside the properties.
  let options: Set<EntityOption>
  /// The described properties and the transient ones in the order of their declaration.
  package let properties: [PropertyDescription]
  /// `true` if the class declares a `description` of its own.
  let hasDescription: Bool
  /// `true` if a type or a property has a name that the struct of values needs.
  private let hidesValues: Bool
  /// The argument labels of initialisers that stand in the way of generated ones.
  private let writtenInitializers: [[String]]

  /// Describes `declaration`.
  package init(_ declaration: EntityDeclaration) {
    let header = declaration.header
    name = header.name
    identifier = header.identifier
    access = header.access
    isFinal = header.isFinal
    superentity = header.superentity
    originalName = header.originalName
    uniqueKeys = header.lists(of: .unique)
    indexes = header.lists(of: .indexes)
    options = header.options
    hasDescription = declaration.properties.contains {
      $0.identifier == "description" && !$0.isShared
    }
    var seen: Set<String> = []
    properties = declaration.properties
      .filter { !$0.isImplicit || $0.isStoredInstanceVariable }
      .compactMap(PropertyDescription.init)
      .filter { seen.insert($0.identifier).inserted }
    hidesValues =
      !header.declaredValues.isEmpty
      || properties.contains { $0.identifier == "objectID" && $0.isInValues }
    writtenInitializers = declaration.initializers.map(\.labels)
  }

  /// `true` if no object is of the class itself.
  package var isAbstract: Bool { options.contains(.abstract) }

  /// `true` if the class has an initialiser that takes its properties.
  package var hasOwnInitializer: Bool {
    !isAbstract && !options.contains(.noInitializer) && !hasInitializer(labels: initializerLabels)
  }

  /// `true` if an initialiser is generated, unless its author has written one of its labels.
  package var wantsInitializer: Bool { !options.contains(.noInitializer) }

  /// `true` if the class has an initialiser only for the compiler to say that it is abstract.
  var isRefusedAsAbstract: Bool {
    isAbstract && wantsInitializer && !hasInitializer(labels: initializerLabels)
  }

  /// The properties that are in the entity's description.
  package var described: [PropertyDescription] { properties.filter(\.isDescribed) }

  /// The properties that have a column in the entity's table.
  var columns: [PropertyDescription] { properties.filter(\.hasColumn) }

  /// The same with their positions, in the order in which an object stores them: first those that
  /// are read with the row, which so stand beside what every reading of a property looks at.
  var fields: [(offset: Int, property: PropertyDescription)] {
    let placed = columns.enumerated().map { (offset: $0, property: $1) }
    return placed.filter { !$0.property.isDeferred } + placed.filter(\.property.isDeferred)
  }

  /// The properties that the initialiser takes: all but those whose value is nobody else's matter.
  package var parameters: [PropertyDescription] {
    properties.filter {
      !$0.isComputed && ($0.access >= .internal || !$0.hasDefault)
    }
  }

  /// `true` if there is a struct of values: the annotation asks for it, and nothing is in its way.
  package var hasValues: Bool { options.contains(.values) && !hidesValues }

  /// `true` if objects are coded as their values.
  package var isCodable: Bool { options.contains(.codable) && hasValues }

  /// The attributes and to-ones that the struct of values has: all but those that are nobody else's
  /// matter.
  var valueProperties: [PropertyDescription] { columns.filter(\.isInValues) }

  /// The argument labels of the initialiser, without backticks.
  package var initializerLabels: [String] { parameters.map(\.identifier) + ["in"] }

  /// `true` if the author wrote an initialiser with the argument labels `labels`.
  package func hasInitializer(labels: [String]) -> Bool { writtenInitializers.contains(labels) }

  /// How far the initialiser can be seen.
  package var initializerAccess: Access {
    let narrowest = parameters.map(\.access).min() ?? .open
    return max(min(access, narrowest, .public), .fileprivate)
  }

  /// The parameters of the initialiser that other modules see where the one that takes everything
  /// takes what they do not see; `nil` where there is no such initialiser: that one is public, or
  /// something that must be given is not, or the author wrote one of the same labels.
  package var publicParameters: [PropertyDescription]? {
    guard access >= .public, initializerAccess < .public,
      parameters.allSatisfy({ $0.access >= .public || $0.hasDefault })
    else { return nil }
    let shown = parameters.filter { $0.access >= .public }
    return hasInitializer(labels: shown.map(\.identifier) + ["in"]) ? nil : shown
  }

  /// `true` if other modules see an initialiser that takes properties.
  var isInitializedElsewhere: Bool { initializerAccess >= .public || publicParameters != nil }

  /// The values of parameters that an initialiser seen from other modules may not spell out.
  var hiddenValues: [PropertyDescription] {
    isInitializedElsewhere ? computedValues : []
  }

  /// The values that `__Defaults` has: the hidden ones, and where the class extends another entity
  /// or may be extended, all that an initialiser cannot spell out which stands in another file.
  var namedValues: [PropertyDescription] {
    isFinal && superentity == nil ? hiddenValues : computedValues
  }

  /// The parameters whose values are more than literals.
  private var computedValues: [PropertyDescription] {
    parameters.filter { $0.value?.isLiteral == false }
  }
}
