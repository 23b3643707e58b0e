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

  // Each is one reference, which is counted for each object.
  enum Step {
    /// Attributes that follow one another.
    case attributes(AttributeRun)

    /// A property, or a part of it.
    case property(PropertyUse)

    /// An object of further members.
    case object(InnerObject)
  }

  /// A member that is an object of further members.
  final class InnerObject {
    /// The name of the member.
    let name: String

    /// The text that the member begins with.
    let start: [UInt8]
    let plan: ObjectPlan

    init(name: String, _ plan: ObjectPlan) {
      (self.name, self.plan) = (name, plan)
      start = JSONWriter.memberStart(name)
    }
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

  /// A property, or a part of it, and what is written of it.
  final class PropertyUse {
    /// The property index; `nil` for the id of the object.
    let index: Int?

    /// The name of the member, the last one of those that lead to it.
    let name: String

    /// The way from the property's value to the part of it that is written.
    let leaves: [JSONShapeLeaf]

    /// What is written of the objects that the property refers to.
    let content: JSONShapeMember.Content

    /// The shape of those objects.
    let shape: ShapeID

    /// The type if the property is an attribute with a column that is read with the row.
    let type: StorageType?

    init(
      _ index: Int?, name: String, _ leaves: [JSONShapeLeaf] = [],
      _ content: JSONShapeMember.Content = .value, shape: ShapeID, type: StorageType?
    ) {
      (self.index, self.name, self.leaves) = (index, name, leaves)
      (self.content, self.shape, self.type) = (content, shape, type)
    }
  }

  /// Adds the member at `path`; returns `false` if there would be two members of one name.
  mutating func add(_ path: ArraySlice<String>, _ use: PropertyUse) -> Bool {
    guard let name = path.first else { return true }
    let isNew = names.insert(name).inserted
    guard path.count > 1 else {
      append(use)
      return isNew
    }
    if isNew {
      var inner = ObjectPlan()
      let isFirst = inner.add(path.dropFirst(), use)
      steps.append(.object(InnerObject(name: name, inner)))
      return isFirst
    }
    for (position, step) in steps.enumerated() {
      guard case .object(let object) = step, object.name == name else { continue }
      var inner = object.plan
      let isFirst = inner.add(path.dropFirst(), use)
      steps[position] = .object(InnerObject(name: name, inner))
      return isFirst
    }
    return false
  }

  private mutating func append(_ use: PropertyUse) {
    guard use.leaves.isEmpty, let index = use.index, let type = use.type else {
      return steps.append(.property(use))
    }
    let attribute = AttributeRun.Attribute(index: index, type: type, name: use.name)
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
