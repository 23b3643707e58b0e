import EntityModel
public import EntityRuntime

#if canImport(FoundationInternationalization)
  import FoundationEssentials
  public import FoundationInternationalization
#else
  public import Foundation
#endif

extension FetchRequest {
  /// Returns the request in the order of `descriptors`, the first of them most significant, among
  /// the objects that are equal in its order so far.
  ///
  ///     Book.all.sorted(using: [SortDescriptor(\.pages), SortDescriptor(\.title)])
  ///
  /// `nil` comes before every value, and last in reverse. Texts are in the order of
  /// `String.StandardComparator.lexical`, by their Unicode scalars. The fetch refuses what the
  /// store has no order by: computed properties, and comparators that follow the language of who
  /// runs the program; `sorted(by:locale:)` names one.
  public func sorted(using descriptors: some Sequence<SortDescriptor<Object>>) -> FetchRequest {
    descriptors.reduce(self) { $0.sorted(using: $1) }
  }

  /// Returns the request that orders by `descriptor` the objects that are equal in its order so
  /// far, as `sorted(using:)` of several does.
  public func sorted(using descriptor: SortDescriptor<Object>) -> FetchRequest {
    guard let keyPath = descriptor.keyPath else {
      return refusing("a sort descriptor that has no key path")
    }
    if let comparator = descriptor.stringComparator, comparator != .lexical,
      comparator != String.StandardComparator(.lexical, order: .reverse)
    {
      return refusing(
        "a sort descriptor that orders texts as a language does, not '.lexical'; write "
          + "'.sorted(by:locale:)', which names the language")
    }
    return sorted(byAny: keyPath, descriptor.order == .forward ? .ascending : .descending)
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for all objects in the order of `descriptors`, as `all.sorted(using:)`
  /// does.
  public static func sorted(
    using descriptors: some Sequence<SortDescriptor<Self>>
  ) -> FetchRequest<Self> { FetchRequest().sorted(using: descriptors) }

  /// Returns the request for all objects in the order of `descriptor`, as `all.sorted(using:)`
  /// does.
  public static func sorted(using descriptor: SortDescriptor<Self>) -> FetchRequest<Self> {
    FetchRequest().sorted(using: descriptor)
  }
}
