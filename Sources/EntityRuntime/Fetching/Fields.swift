import EntityModel

/// The properties of an entity, as a condition names them: `{ $0.pages > 100 }`.
///
/// A closure within another one may name what the outer one is given:
/// `{ author in author.books.any { book in book.pages > author.minimum } }`.
@dynamicMemberLookup
public struct Fields<Root: ManagedObject>: Sendable, __StoreOperand {
  /// What the properties lead from.
  private var start = PropertyPath.Start.own

  /// Creates the properties of the object that a condition is about, wherever it stands.
  init() {}

  /// The object itself.
  var path: PropertyPath { PropertyPath(from: start) }

  /// A property of the entity.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Root, Value>) -> Field<Root, Value> {
    Field(Self.form(of: keyPath, from: start))
  }

  /// The property that a key path leads to, for code that is given one, and for a property that is
  /// called as what a condition can ask: `{ $0[\.cast].any { $0.name == "Tim" } }`.
  public subscript<Value>(_ keyPath: KeyPath<Root, Value>) -> Field<Root, Value> {
    self[dynamicMember: keyPath]
  }

  /// Returns the condition that `make` makes of the properties of an object, which it may name in
  /// conditions on other objects too.
  static func condition(
    _ make: (Fields) throws -> Condition<Root>
  ) rethrows -> PredicateTree {
    let variable = FieldVariables.next()
    var fields = Fields()
    fields.start = .variable(variable)
    var tree = try make(fields).tree
    if FieldVariables.removeMisread(variable) { return .refused(FieldVariables.misreading) }
    tree.bind(variable)
    return tree
  }

  /// Returns the value that `make` makes of the properties of an object, which it may name in
  /// conditions on other objects too.
  static func operand<Value>(_ make: (Fields) -> Field<Root, Value>) -> PredicateOperand {
    let variable = FieldVariables.next()
    var fields = Fields()
    fields.start = .variable(variable)
    return make(fields).operand.binding(variable)
  }

  /// The property that `keyPath` leads to from `start`, as `operand(of:)` answers.
  // No part of it depends on the property's type, which would have to be asked for at run time.
  static func form(of keyPath: AnyKeyPath, from start: PropertyPath.Start) -> FieldForm {
    let operand = operand(of: keyPath)
    guard let path = operand.path else {
      return .operand(operand.leading(from: PropertyPath(from: start)))
    }
    return .property(PropertyPath(path.names, from: start))
  }

  /// The property that `keyPath` leads to; one that no entity has where it leads to anything else,
  /// so that the fetch reports it.
  static func operand(of keyPath: AnyKeyPath) -> PredicateOperand {
    KnownKeyPaths.operand(of: keyPath, in: Root.self) ?? .attribute(path(of: keyPath))
  }

  /// The path to the property that `keyPath` leads to; one that no entity has where it leads to
  /// anything else, so that the fetch reports it.
  static func path(of keyPath: AnyKeyPath) -> PropertyPath {
    PropertyPath(to: keyPath, in: Root.self)
  }
}

extension PropertyPath {
  /// Creates the path to the property of `type` that `keyPath` leads to, or one whose name is the
  /// key path's own text.
  init(to keyPath: AnyKeyPath, in type: ManagedObject.Type) {
    if let path = KnownKeyPaths.path(of: keyPath, in: type) {
      self = path
      return
    }
    self.init(textOf: keyPath)
  }

  /// Creates the path whose name is the text of `keyPath`.
  init(textOf keyPath: AnyKeyPath) {
    // Swift stores no name of a computed property: `\Film.<computed 0x0000562432d623d0 (String)>`.
    let words = "\(keyPath)".split(separator: " ", omittingEmptySubsequences: false)
    self.init([words.filter { !$0.hasPrefix("0x") }.joined(separator: " ")])
  }

  /// Returns the path that goes on to the property of `type` that `keyPath` leads to.
  func appending(_ keyPath: AnyKeyPath, of type: ManagedObject.Type) -> PropertyPath {
    PropertyPath(names + PropertyPath(to: keyPath, in: type).names, from: start)
  }
}

/// A value that a condition compares: a property, reached from the objects of `Root`, or what is
/// computed of properties.
///
/// A to-one leads on to the properties of the other entity: `{ $0.author.name == "Ursula" }`. Where
/// a to-one on the way is `nil`, so is the property.
@dynamicMemberLookup
public struct Field<Root, Value>: Sendable, __StoreOperand {
  /// What the value is.
  let form: FieldForm

  /// The value as one side of a comparison.
  var operand: PredicateOperand { form.operand }

  /// Creates the property at `path`.
  init(path: PropertyPath) { form = .property(path) }

  /// Creates the value that `operand` is.
  init(_ operand: PredicateOperand) { form = .operand(operand) }

  /// Creates the value that `form` is.
  fileprivate init(_ form: FieldForm) { self.form = form }

  /// The path to the property; one that leads nowhere from what is computed.
  var path: PropertyPath {
    switch form {
    case .property(let path): path
    case .operand(let operand): operand.path ?? PropertyPath([""])
    }
  }

  // Two subscripts are for all that a path goes on from: with one for each, a member that is
  // misspelt was reported as a mistake of any of them, and beside other terms not at all.

  /// A property behind a to-one, a composition or a storage that may be `nil`; so is the property
  /// then.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.__Wrapped, Next>
  ) -> Field<Root, Next> where Value: __OptionalToOneOrComposition {
    following(keyPath, of: Value.__wrapped)
  }

  /// A property of the entity that a required to-one refers to, a leaf of a composition,
  /// `{ $0.home.city == "Oslo" }`, or a property of a storage, `{ $0.settings.theme == "dark" }`.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value, Next>
  ) -> Field<Root, Next> where Value: __ToOneOrComposition {
    following(keyPath, of: Value.__target)
  }

  /// The property that a key path leads to, behind what may be `nil`.
  public subscript<Next>(
    _ keyPath: KeyPath<Value.__Wrapped, Next>
  ) -> Field<Root, Next> where Value: __OptionalToOneOrComposition {
    self[dynamicMember: keyPath]
  }

  /// The property that a key path leads to: `$0.film[\.cast]`.
  public subscript<Next>(
    _ keyPath: KeyPath<Value, Next>
  ) -> Field<Root, Next> where Value: __ToOneOrComposition { self[dynamicMember: keyPath] }

  /// Returns the property of `target` that `keyPath` leads to, of the value that this one is.
  private func following<Next>(_ keyPath: AnyKeyPath, of target: __Target) -> Field<Root, Next> {
    switch target.kind {
    case .object(let type): following(keyPath, of: type)
    case .composition(let type): Field<Root, Next>(path: path.appendingLeaf(keyPath, of: type))
    case .storage(let type): Field<Root, Next>(path: path.appendingMember(keyPath, of: type))
    }
  }

  /// Returns the property of `type` that `keyPath` leads to, of the object that this one refers to.
  private func following<Next>(
    _ keyPath: AnyKeyPath, of type: ManagedObject.Type
  ) -> Field<Root, Next> {
    guard let operand = KnownKeyPaths.operand(of: keyPath, in: type) else {
      return Field<Root, Next>(path: path.appending(keyPath, of: type))
    }
    guard let next = operand.path else {
      return Field<Root, Next>(operand.leading(from: path))
    }
    return Field<Root, Next>(path: PropertyPath(path.names + next.names, from: path.start))
  }
}

/// What a value that a condition compares is.
enum FieldForm: Sendable {
  /// A property, of which no list of nodes has to be made that a comparison would copy.
  case property(PropertyPath)

  /// Whatever else.
  case operand(PredicateOperand)

  /// The value as one side of a comparison.
  var operand: PredicateOperand {
    switch self {
    case .property(let path): .attribute(path)
    case .operand(let operand): operand
    }
  }
}

/// The owner of a fetched property, in the condition of that property.
public struct FetchSource: Sendable {}
