/// How far a payload that arrives in pieces has come.
public struct SyncProgress: Hashable, Sendable {
  /// How many rows have arrived.
  public internal(set) var receivedRows = 0

  /// How many bytes these have.
  public internal(set) var receivedBytes = 0

  /// How many of them have been applied; none before all have arrived, none again if the
  /// transaction has to begin again, and more than have arrived never.
  public internal(set) var appliedRows = 0
}
