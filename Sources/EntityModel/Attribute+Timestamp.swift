extension Attribute {
  /// The time that an attribute of dates keeps by itself.
  public enum Timestamp: String, Codable, Hashable, Sendable, CaseIterable {
    /// When the object was made.
    case created

    /// When the object was made, and then when a save last changed a column of it.
    case updated
  }
}
