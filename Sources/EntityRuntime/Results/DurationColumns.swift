public import EntityStore

// Durations are decimals of seconds, to the attosecond: they are added up, and averaged to the
// nearest attosecond.

extension Duration: SummableAttribute {
  public typealias Sum = Duration
  public typealias Average = Duration
}
