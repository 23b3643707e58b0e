/// What a search was found not to lead to, so that the same tokens are not searched again.
struct DeadEnds {
  /// The index at which searches end.
  var limit = Int.max
  /// The index before which no brace opens the block of a branch.
  var blockless = 0
  /// The index before which no words such as `async` and `throws` lead to an arrow.
  var arrowless = 0
}
