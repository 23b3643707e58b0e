import EntityModel
import EntityStore

/// Counts how often one context reads one object alone, by the same relationship or external
/// attribute, or by ids of the same entity, and reports that when it is often.
final class RepeatedReads {
  /// What is read again and again.
  private struct Subject: Hashable {
    let entity: String
    let property: String?
  }

  private let observer: StoreObserver

  /// Who has asked for the context; `nil` if the library has made it by itself.
  private let caller: Caller?

  /// The count that is reported first.
  private let threshold: Int

  private var counts: [Subject: Int] = [:]

  /// Creates counters of the context that `caller` has asked for, which report to `observer`, or
  /// `nil` if that does not want to know.
  init?(_ observer: StoreObserver, _ caller: Caller?) {
    guard let threshold = observer.observed.repeatedReads else { return nil }
    self.observer = observer
    self.caller = caller
    self.threshold = max(threshold, 1)
  }

  /// Notes that the property `index` of `owner` has been read for that alone.
  func note(_ owner: ManagedObject, _ index: Int) {
    note(owner.__entity.name, owner.__propertyName(index))
  }

  /// Notes that the relationship called `property` of one object of `entity`, or an object of
  /// `entity` by its id, has been read alone.
  func note(_ entity: String, _ property: String?) {
    let subject = Subject(entity: entity, property: property)
    let count = counts[subject, default: 0] + 1
    counts[subject] = count
    // A loop that goes on is reported at twice the count each time.
    guard count % threshold == 0, (count / threshold).nonzeroBitCount == 1 else { return }
    observer.report(
      .repeatedRead(
        StoreEvent.RepeatedRead(
          entity: entity, property: property, count: count, caller: caller?.text)))
  }
}
