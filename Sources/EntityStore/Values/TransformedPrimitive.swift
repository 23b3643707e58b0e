public import EntityModel

/// What a transform has made of a value, or that it has made nothing of it.
public enum __TransformedPrimitive<Base: StoredPrimitive>: StoredPrimitive {
  case stored(Base)
  case refused

  @inlinable public init?(__storedValue: StoredValue) {
    guard let base = Base(__storedValue: __storedValue) else { return nil }
    self = .stored(base)
  }

  @inlinable public var __storedValue: StoredValue {
    if case .stored(let base) = self { base.__storedValue } else { .null }
  }

  @inlinable public init?(__cell: __Cell) {
    guard let base = Base(__cell: __cell) else { return nil }
    self = .stored(base)
  }

  @inlinable public func __write(to row: __RowWriter) {
    switch self {
    case .stored(let base): base.__write(to: row)
    case .refused: row.__refuse()
    }
  }
}
