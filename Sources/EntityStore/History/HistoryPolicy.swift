/// How much of a store's history is kept.
///
///     StoreOptions(history: .everything)
///     StoreOptions(history: .days(30))
///     StoreOptions(history: HistoryPolicy(maximumAge: .seconds(86_400), maximumCount: 10_000))
///
/// The newest entry is always kept.
public struct HistoryPolicy: Hashable, Sendable {
  /// How old an entry may become; `nil` for any age.
  public var maximumAge: Duration?

  /// How many entries there may be; `nil` for any number.
  public var maximumCount: Int?

  /// Creates a policy; without arguments, everything is kept.
  public init(maximumAge: Duration? = nil, maximumCount: Int? = nil) {
    self.maximumAge = maximumAge
    self.maximumCount = maximumCount
  }

  /// Everything is kept until the program prunes it.
  public static var everything: HistoryPolicy { HistoryPolicy() }

  /// The entries of the last `count` days are kept.
  public static func days(_ count: Int) -> HistoryPolicy {
    HistoryPolicy(maximumAge: .seconds(Int64(clamping: count).multipliedClamping(86_400)))
  }

  /// The last `count` entries are kept.
  public static func commits(_ count: Int) -> HistoryPolicy {
    HistoryPolicy(maximumCount: count)
  }

  /// The entries that are not older than `age` are kept.
  public static func age(_ age: Duration) -> HistoryPolicy { HistoryPolicy(maximumAge: age) }
}

extension Int64 {
  fileprivate func multipliedClamping(_ factor: Int64) -> Int64 {
    let (product, isOverflow) = multipliedReportingOverflow(by: factor)
    return isOverflow ? (self < 0 ? .min : .max) : product
  }
}
