import EntityJSON

/// Where something is in a payload.
///
/// Most of it are rows, whose paths are a position alone: a list of steps is made of that only when
/// somebody asks for the path.
struct PayloadPlace: Hashable {
  /// The position of a row; -1 where there is another path.
  private let row: Int

  /// The path if it is not a position alone.
  private let steps: JSONPath

  init(_ path: JSONPath) {
    if path.steps.count == 1, case .index(let index) = path.steps[0], index >= 0 {
      (row, steps) = (index, JSONPath())
    } else {
      (row, steps) = (-1, path)
    }
  }

  /// The path.
  var path: JSONPath { row < 0 ? steps : JSONPath([.index(row)]) }

  /// The position of the row of the payload that the path leads to or into; `nil` if the payload is
  /// no list.
  var rowIndex: Int? {
    if row >= 0 { return row }
    if case .index(let index)? = steps.steps.first { return index }
    return nil
  }
}
