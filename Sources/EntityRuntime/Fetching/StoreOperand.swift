/// What represents a value in the closure of a request: the store has the value, and the program
/// only its description.
public protocol __StoreOperand {}

/// Refuses to make text of what represents a value.
public struct __TextRefusal {
  public func callAsFunction(_ operand: some __StoreOperand) {}
}

extension DefaultStringInterpolation {
  /// Refuses to make text of what represents a value in a closure, which would be text about the
  /// closure and not of the value.
  // The compiler prefers any method that is available to one that is not, and so the one that takes
  // everything; of a property it looks at the type alone.
  public var appendInterpolation: __TextRefusal {
    @available(
      *, unavailable,
      message: """
        this represents a value that only the store has; have the store join texts by '+', as in \
        '$0.title + "!"', or fetch the values and make text of these
        """
    )
    get { __TextRefusal() }
  }
}
