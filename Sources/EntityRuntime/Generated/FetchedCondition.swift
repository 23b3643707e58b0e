import EntityModel
public import EntityStore

/// The condition of a fetched property, in any of the forms in which it is written: with the object
/// alone, with the owner, or with the owner's properties, each as a condition or as a property that
/// is true.
public struct __FetchedCondition<Object: ManagedObject>: Sendable {
  /// Returns the condition for whichever owner.
  private let make: @Sendable (Fields<Object>) -> Condition<Object>

  /// Returns `true` for a class whose objects are owners.
  private let isOwner: @Sendable (ManagedObject.Type?) -> Bool

  /// The name of the class of owners, as far as the closure says one.
  private let ownerName: String

  public init(_ condition: @escaping @Sendable (Fields<Object>) -> Condition<Object>) {
    make = condition
    isOwner = { _ in true }
    ownerName = ""
  }

  public init<Flag: OrderedAttribute & SendableMetatype>(
    _ condition: @escaping @Sendable (Fields<Object>) -> Field<Object, Flag>
  ) where Flag.Present == Bool {
    self.init { condition($0).isTrue }
  }

  public init(
    _ condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>
  ) {
    self.init { condition($0, FetchSource()) }
  }

  public init<Flag: OrderedAttribute & SendableMetatype>(
    _ condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Field<Object, Flag>
  ) where Flag.Present == Bool {
    self.init { condition($0, FetchSource()).isTrue }
  }

  @_disfavoredOverload
  public init<Source: __FetchedOwner>(
    _ condition: @escaping @Sendable (Fields<Object>, Source) -> Condition<Object>
  ) {
    make = { condition($0, Source()) }
    isOwner = { $0 is Source.Object.Type }
    ownerName = "\(Source.Object.self)"
  }

  @_disfavoredOverload
  public init<Source: __FetchedOwner, Flag: OrderedAttribute & SendableMetatype>(
    _ condition: @escaping @Sendable (Fields<Object>, Source) -> Field<Object, Flag>
  ) where Flag.Present == Bool {
    self.init { (object: Fields<Object>, owner: Source) in condition(object, owner).isTrue }
  }

  /// Returns the condition for any owner of the class `type`; one that is refused where these are
  /// not what the closure takes.
  func condition(
    ownedBy type: ManagedObject.Type?
  ) -> @Sendable (Fields<Object>) -> Condition<Object> {
    guard isOwner(type) else {
      let refusal = "an owner of the class '\(ownerName)' (name the class that has the property)"
      return { _ in Condition(.refused(refusal)) }
    }
    return make
  }
}
