import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FetchRequest {
  /// Returns the request for those objects that satisfy Foundation's `predicate` too:
  ///
  ///     Book.where(#Predicate<Book> { $0.pages > 100 && $0.author?.name == "Ursula" })
  ///
  /// It becomes a condition as any other, which the store answers; the predicate is not evaluated.
  /// What of it names no object is computed now, by Swift. Where Swift's own evaluation of the
  /// rest would throw or trap there is no error: a value that is forced out of `nil` is absent, as
  /// is what 64 bits cannot hold or a whole number divided by zero. Texts are compared by their
  /// UTF-8, where Swift regards as equal those that Unicode does; values of a `Storable` type are
  /// ordered as they are stored, whatever its own `<` says.
  ///
  /// Some expressions have no meaning for a store: casts, subscripts, regular expressions, what a
  /// locale decides, and values that are stored as JSON. A fetch by such a predicate throws
  /// `StoreError.Code.invalidRequest`, whose message names the expression. A condition in memory is
  /// false of every object then.
  public func `where`(_ predicate: Predicate<Object>) -> FetchRequest {
    self.where { _ in Condition(predicate) }
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for the objects that satisfy Foundation's `predicate`, as
  /// `FetchRequest.where(_:)` does.
  public static func `where`(_ predicate: Predicate<Self>) -> FetchRequest<Self> {
    FetchRequest().where(predicate)
  }
}

extension Condition where Root: ManagedObject {
  /// Creates the condition that `predicate` is, or one that a fetch refuses.
  init(_ predicate: Predicate<Root>) {
    var scope = PredicateScope()
    scope.bind(predicate.variable, to: .object(PropertyPath()))
    do throws(PredicateRefusal) {
      self.init(try scope.condition(predicate.expression).tree)
    } catch {
      self.init(.refused(error.text))
    }
  }
}
