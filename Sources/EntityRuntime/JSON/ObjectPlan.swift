import EntityJSON
import EntityModel
import EntityStore

/// What is written as JSON of the objects of an entity: members, some of which are objects of
/// further members.
struct ObjectPlan {
  /// What is written, in this order.
  private(set) var steps: [Step] = []

  /// The names of the members.
  private var names: Set<String> = []

  enum Step {
    /// Attributes that follow one another.
    case attributes(AttributeRun)

    /// A property, or a part of it, as the member of this name.
    case property(PropertyUse, name: String)

    /// An object of further members, which begins with this text.
    indirect case object(ObjectPlan, start: [UInt8], name: String)
  }

  /// The place of a shape within that of the whole: the positions that lead to it.
  struct ShapeID: Hashable {
    private var positions: [Int] = []
    func inner(_ position: Int) -> ShapeID {
      var inner = self
      inner.positions.append(position)
      return inner
    }
  }

  /// A property and what is written of it.
  struct PropertyUse {
    /// The property index; `nil` for the id of the object.
    let index: Int?

    /// The way from the property's value to the part of it that is written.
    let leaves: [JSONShapeLeaf]

    /// What is written of the objects that the property refers to.
    let content: JSONShapeMember.Content

    /// The shape of those objects.
    let shape: ShapeID

    /// The type if the property is an attribute with a column that is read with the row.
    let type: StorageType?
  }

  /// Adds the member at `path`; returns `false` if there would be two members of one name.
  mutating func add(_ path: ArraySlice<String>, _ use: PropertyUse) -> Bool {
    guard let name = path.first else { return true }
    let isNew = names.insert(name).inserted
    guard path.count > 1 else {
      append(use, name)
      return isNew
    }
    if isNew {
      var inner = ObjectPlan()
      let isFirst = inner.add(path.dropFirst(), use)
      steps.append(.object(inner, start: JSONWriter.memberStart(name), name: name))
      return isFirst
    }
    for (position, step) in steps.enumerated() {
      guard case .object(var inner, let start, name) = step else { continue }
      let isFirst = inner.add(path.dropFirst(), use)
      steps[position] = .object(inner, start: start, name: name)
      return isFirst
    }
    return false
  }

  private mutating func append(_ use: PropertyUse, _ name: String) {
    guard use.leaves.isEmpty, let index = use.index, let type = use.type else {
      return steps.append(.property(use, name: name))
    }
    let attribute = AttributeRun.Attribute(index: index, type: type, name: name)
    var attributes = [attribute]
    if case .attributes(let last) = steps.last,
      (last.attributes + attributes).allSatisfy(\.isPlain)
    {
      attributes = last.attributes + attributes
      steps.removeLast()
    }
    steps.append(.attributes(AttributeRun(attributes)))
  }
}
