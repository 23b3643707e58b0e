import CSQLiteRaw
import Foundation

/// Brings a package index into the catalogue's tables by the C interface, as one would by hand:
///
///     raw-import FILE STORE    loads FILE into STORE, whose tables the catalogue has made
///     raw-import STORE         prints how much STORE holds, for comparing two of them
///
/// The records are read by the catalogue's own reader, so that only the loading differs.
@main struct RawImport {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.count {
      case 1: print(try Connection(path: arguments[0]).tally())
      case 2: try load(arguments[0], into: Connection(path: arguments[1]))
      default: throw Failure(description: "usage: raw-import [FILE] STORE")
      }
    } catch {
      FileHandle.standardError.write(Data("raw-import: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Loads the records of the file at `path` in one transaction.
  private static func load(_ path: String, into connection: Connection) throws {
    let file = try ControlFile(ByteSource(path: path))
    try connection.run("BEGIN IMMEDIATE")
    let loading = try Loading(connection)
    while let stanza = try file.next() { try loading.take(PackageRecord(stanza)) }
    try loading.finish()
    try connection.run("COMMIT")
  }
}

/// Says what went wrong.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// How important it is to have a package installed, as the catalogue keeps it.
enum Priority: String { case required, important, standard, optional, extra }
