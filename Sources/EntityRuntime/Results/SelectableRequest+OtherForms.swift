import EntityModel
import EntityStore

// What is written from habit and has another form here: the compiler names that.

extension SelectableRequest {
  /// Refuses properties without a closure.
  @available(
    *, unavailable, message: "several columns are selected in a closure: '{ ($0.title, $0.pages) }'"
  )
  public func select<A, B>(
    _ first: KeyPath<Object, A>, _ second: KeyPath<Object, B>
  ) -> ResultRequest<Object, Bool> { select { $0.value { _ in .false } } }
}

extension FetchRequest {
  /// Refuses a closure that makes no keys.
  @available(
    *, unavailable,
    message: """
      the closure makes the keys of the groups: a column or several in parentheses, \
      '{ ($0.genre, $0.author.name) }'; a condition is made one by '$0.value { $0.pages > 300 }', \
      and a to-many is none
      """
  )
  public func group(by columns: (Columns<Object>) -> Void) -> GroupRequest<Object> {
    GroupRequest(FetchRequest(), [])
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Refuses properties without a closure.
  @available(
    *, unavailable, message: "several columns are selected in a closure: '{ ($0.title, $0.pages) }'"
  )
  public static func select<A, B>(
    _ first: KeyPath<Self, A>, _ second: KeyPath<Self, B>
  ) -> ResultRequest<Self, Bool> { select { $0.value { _ in .false } } }

  /// Refuses a closure that makes no keys.
  @available(
    *, unavailable,
    message: """
      the closure makes the keys of the groups: a column or several in parentheses, \
      '{ ($0.genre, $0.author.name) }'; a condition is made one by '$0.value { $0.pages > 300 }', \
      and a to-many is none
      """
  )
  public static func group(by columns: (Columns<Self>) -> Void) -> GroupRequest<Self> {
    GroupRequest(FetchRequest(), [])
  }
}
