/// How far a stage has come, as a store records it between two transactions of one that works in
/// batches.
struct StageState: Codable, Hashable {
  /// The hashes of the models that the stage leads from and to.
  let from: String
  let to: String

  /// Who works on it: a number that no other process has.
  var worker: String

  /// How often work has been committed.
  var commits = 0

  /// The parts that have been done.
  var finishedParts: Set<Int> = []

  /// Up to which row the parts have been done that are not finished.
  var positions: [Int: Int64] = [:]

  /// The newer tables, those of relationships too, that have been made.
  var made: Set<String> = []

  /// The newer tables that have indexes for the stage to find rows by.
  var indexed: Set<String> = []

  /// The newer entities whose rows have been carried over.
  var carried: Set<String> = []

  /// The newer entities whose rows the stage makes.
  var taken: Set<String> = []

  /// The older entities that the stage has visited.
  var visited: Set<String> = []

  /// The newer tables that have not all the rows that the older ones had.
  var reduced: Set<String> = []

  /// `true` if there is a table of what ids of older rows have become.
  var hasNotes = false

  /// The first free id of each newer table.
  var nextIDs: [String: Int64]
}
