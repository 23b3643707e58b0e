#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The schema snapshots of a module, files that are called by their numbers.
package struct SnapshotFolder {
  /// A snapshot that has been read.
  package struct Kept {
    package let number: Int
    package let path: String
    package let snapshot: SchemaSnapshot
  }

  /// Why a snapshot cannot be read.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The paths of the snapshots, the oldest first.
  package let paths: [String]

  /// Finds the snapshots in the folder at `path`, which need not exist.
  package init(_ path: String) throws(Failure) {
    guard let folder = opendir(path) else {
      guard errno == ENOENT else {
        let reason = String(cString: strerror(errno))
        throw Failure(description: "\(path): error: the folder cannot be read: \(reason)")
      }
      paths = []
      return
    }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee))
        {
          String(cString: $0)
        }
      }
      if Self.number(of: name) != nil { found.append("\(path)/\(name)") }
    }
    paths = found.sorted { (Self.number(of: $0) ?? 0, $0) < (Self.number(of: $1) ?? 0, $1) }
    for (path, other) in zip(paths, paths.dropFirst())
    where Self.number(of: path) == Self.number(of: other) {
      let name = { (path: String) in "'\(path.split(separator: "/").last ?? "")'" }
      throw conflict(at: other, "\(name(path)) and \(name(other)) are both")
    }
  }

  /// Returns the failure that the file at `path` is a snapshot which two branches have stored, as
  /// `fault` says.
  private func conflict(at path: String, _ fault: String) -> Failure {
    let (number, id) = (Self.number(of: path) ?? 0, "snapshot.conflict")
    return Failure(
      description: "\(path):1:1: error: \(fault) snapshot \(number), as after a merge of two "
        + "branches that both stored one; keep the file of one branch as snapshot \(number), "
        + "remove the other, and store the merged model as snapshot \(nextNumber) with "
        + "'swift package entity-model snapshot' [\(id)]")
  }

  /// The number of the next snapshot.
  private var nextNumber: Int { (paths.last.flatMap(Self.number) ?? 0) + 1 }

  /// The name of the file that the next snapshot is stored in.
  package var nextName: String {
    let digits = String(nextNumber)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".json"
  }

  /// Reads all snapshots, the oldest first.
  package func all() throws(Failure) -> [Kept] {
    var read: [Kept] = []
    for path in paths { read.append(try self.read(path)) }
    return read
  }

  /// Reads the newest snapshot; nil when there is none.
  package func newest() throws(Failure) -> Kept? {
    try paths.last.map(read)
  }

  /// Reads the snapshots that come after the one called by `number`, in order.
  package func snapshots(after number: Int) throws(Failure) -> [Kept] {
    var found: [Kept] = []
    for path in paths where Self.number(of: path) ?? 0 > number { found.append(try read(path)) }
    return found
  }

  /// Reads the snapshot that is called by `number`; nil when there is none.
  package func snapshot(number: Int) throws(Failure) -> Kept? {
    try paths.first { Self.number(of: $0) == number }.map(read)
  }

  private func read(_ path: String) throws(Failure) -> Kept {
    do {
      let bytes = try InputFile.bytes(at: path)
      let marks = [UInt8](repeating: UInt8(ascii: "<"), count: 7) + [UInt8(ascii: " ")]
      if bytes.split(separator: UInt8(ascii: "\n")).contains(where: { $0.starts(with: marks) }) {
        throw conflict(at: path, "git has marked conflicts in the file of")
      }
      return Kept(
        number: Self.number(of: path) ?? 0, path: path,
        snapshot: try SchemaSnapshot(bytes: bytes))
    } catch let failure as Failure {
      throw failure
    } catch let error as SnapshotError {
      let id = error.kind == .damaged ? "snapshot.damaged" : "snapshot.newer"
      throw Failure(description: "\(path):1:1: error: \(error.message) [\(id)]")
    } catch {
      throw Failure(description: "\(path):1:1: error: the file cannot be read: \(error)")
    }
  }

  /// Returns the number that the file at `path` is called by.
  private static func number(of path: String) -> Int? {
    let name = path.split(separator: "/").last ?? ""
    return name.hasSuffix(".json") ? Int(name.dropLast(".json".count)) : nil
  }
}
