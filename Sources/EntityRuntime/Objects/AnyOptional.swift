/// An `Optional` of any type.
private protocol AnyOptional {
  /// The type of what it may hold.
  static var presentType: any Any.Type { get }

  /// What it holds, or `nil`.
  var content: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate static var presentType: any Any.Type { Wrapped.self }
  fileprivate var content: Any? { self }
}

/// Returns `value`, or what it holds if it is an `Optional`.
func flattened(_ value: Any) -> Any? {
  if let optional = value as? any AnyOptional { optional.content } else { value }
}

/// Returns `type`, or that of what its values hold if they are `Optional`, and whether they are.
func flattened(_ type: any Any.Type) -> (present: any Any.Type, isOptional: Bool) {
  guard let optional = type as? any AnyOptional.Type else { return (type, false) }
  return (optional.presentType, true)
}
