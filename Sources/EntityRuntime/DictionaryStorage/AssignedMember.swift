import EntityJSON
import EntityModel
import EntityStore

/// A property of a storage, and what a change of many objects makes it.
///
/// It is assigned to the storage itself, as the property of an object's would be, so that what is
/// written is what an object writes.
struct AssignedMember {
  /// A storage within another one, on the way to the property.
  struct Owner {
    let name: String
    private let read: (Any) -> Any?
    private let write: (Any, Any) -> Any

    /// Creates what leads from a `Group` to the storage that `read` returns and `write` assigns.
    init<Group, Inner>(
      _ name: String, _ read: @escaping (Group) -> Inner?,
      _ write: @escaping (inout Group, Inner) -> Void
    ) {
      self.name = name
      self.read = { ($0 as? Group).flatMap(read) }
      self.write = { group, inner in
        guard var group = group as? Group, let inner = inner as? Inner else { return group }
        write(&group, inner)
        return group
      }
    }

    /// Returns the storage within `group`; `nil` if there is none.
    func storage(in group: Any) -> Any? { read(group) }

    /// Returns `group` with what `change` makes of the storage within; as it is if there is none.
    func changing(_ group: Any, _ change: (Any) -> Any) -> Any {
      read(group).map { write(group, change($0)) } ?? group
    }
  }

  /// What the property is made.
  enum Value {
    /// A value of its type; `nil` where there is none, though the property is not optional.
    case constant(Any?)

    /// What is computed for each object.
    case computed(PredicateOperand)
  }

  /// The storages on the way, the outermost first.
  private var owners: [Owner] = []

  /// The name of the property.
  private let name: String

  /// The type of the property, or what it may hold.
  private let type: any Any.Type

  /// `true` if the property may be `nil`.
  let isOptional: Bool

  /// What the property is made.
  private(set) var value: Value

  /// Returns a storage with what the property is made: the constant, or the stored value; `nil` if
  /// the property has no such value.
  private let assign: (Any, StoredValue) -> Any?

  /// Creates what makes the property that `keyPath` leads to `constant`.
  init<Group, Property>(
    _ name: String, _ keyPath: WritableKeyPath<Group, Property>, constant: Property?
  ) {
    self.name = name
    (type, isOptional) = flattened(Property.self)
    value = .constant(constant.flatMap { flattened($0) })
    assign = { group, _ in
      guard var group = group as? Group, let constant else { return nil }
      group[keyPath: keyPath] = constant
      return group
    }
  }

  /// Creates what makes the property that `keyPath` leads to what `operand` is of each object.
  init<Group, Property>(
    _ name: String, _ keyPath: WritableKeyPath<Group, Property>, computed operand: PredicateOperand
  ) {
    self.name = name
    let (type, isOptional) = flattened(Property.self)
    (self.type, self.isOptional) = (type, isOptional)
    value = .computed(operand)
    assign = { group, stored in
      // An absent value is one of an optional property alone.
      let read = stored.isNull ? nil : (type as? any Storable.Type)?.init(storedValue: stored)
      guard var group = group as? Group, let value = (read as Any?) as? Property else { return nil }
      group[keyPath: keyPath] = value
      return group
    }
  }

  /// The names that lead to the property, with dots between them.
  var way: String { (owners.map(\.name) + [name]).joined(separator: ".") }

  /// `true` if the property is one of the storage that the property `name` is, or of one within.
  func isWithin(_ name: String) -> Bool { owners.first?.name == name }

  /// Returns the same of a property of the storage that `owner` leads to.
  func entering(_ owner: Owner) -> AssignedMember {
    var member = self
    member.owners.insert(owner, at: 0)
    return member
  }

  /// Returns the same of a property of the outermost storage on the way.
  func leavingOwner() -> AssignedMember {
    var member = self
    member.owners.removeFirst()
    return member
  }

  /// Returns the same with what leads from `variable` leading from the object that is changed.
  func binding(_ variable: Int) -> AssignedMember {
    guard case .computed(let operand) = value else { return self }
    var member = self
    member.value = .computed(operand.binding(variable))
    return member
  }

  /// The constant that the property is made; `nil` for none.
  var constant: Any? {
    if case .constant(let value) = value { value } else { nil }
  }

  /// The value as an operand of what is computed.
  var operand: PredicateOperand {
    switch value {
    case .constant(let value): .value(StoredValue(member: value))
    case .computed(let operand): operand
    }
  }

  /// The property as an attribute, called with the name of `owner`, which the storage is.
  func attribute(of owner: Attribute) -> Attribute {
    Attribute(
      name: "\(owner.name).\(way)", type: (type as? any Storable.Type)?.storageType ?? .json,
      isOptional: isOptional)
  }

  /// `true` if all storages on the way are there in `storage`.
  func isReached(in storage: Any) -> Bool {
    owners.reduce(storage as Any?) { group, owner in group.flatMap(owner.storage) } != nil
  }

  /// Returns `storage` with what the property is made, `computed` unless that is a constant; as it
  /// is where a storage on the way is absent. `nil` if the property has no such value.
  func assigned(in storage: Any, _ computed: StoredValue) -> Any? {
    assigned(in: storage, computed, owners[...])
  }

  private func assigned(
    in storage: Any, _ computed: StoredValue, _ owners: ArraySlice<Owner>
  ) -> Any? {
    guard let owner = owners.first else { return assign(storage, computed) }
    var isRefused = false
    let changed = owner.changing(storage) { inner in
      guard let inner = assigned(in: inner, computed, owners.dropFirst()) else {
        isRefused = true
        return inner
      }
      return inner
    }
    return isRefused ? nil : changed
  }
}

extension StoredValue {
  /// Takes the form in which requests have `value`, that of a property of a storage.
  init(member value: Any?) {
    switch value.flatMap({ flattened($0) }) {
    case let value as any Storable: self = value.storedValue
    case let value?: self = StoredValue(memberJSON: value)
    case nil: self = .null
    }
  }

  /// Creates the JSON in which a storage has `value`; null if it refuses to be encoded.
  init(memberJSON value: Any) {
    let writer = __JSONMemberWriter()
    // The static type of the value is that of any value.
    let json =
      (value as? any JSONRepresentable)?.__written(over: nil, by: writer)
      ?? writer.json(of: value, over: nil)
    self = json.map { .text($0.text) } ?? .null
  }
}
