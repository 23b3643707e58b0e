import EntityGraph
import Testing

/// Returns the problems of the `ReadError` that `body` throws, a line for each; "" if it throws
/// nothing.
func problems(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> String {
  do {
    try body()
    return ""
  } catch let error as ReadError {
    return error.description
  } catch {
    Issue.record("not a ReadError: \(error)", sourceLocation: sourceLocation)
    return "\(error)"
  }
}
