/// Says why the catalogue cannot do what it was asked to.
enum CatalogError: Error, Equatable {
  /// A file cannot be read.
  case unreadable(file: String, reason: String)

  /// A line of a file is not what it should be.
  case malformed(file: String, line: Int, problem: String)

  /// There is no package of a name; some have names like it.
  case unknown(package: String, similar: [String])
}

extension CatalogError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)"
    case .malformed(let file, let line, let problem): "\(file):\(line): \(problem)"
    case .unknown(let package, let similar):
      "there is no package '\(package)'"
        + (similar.isEmpty ? "" : "; there is \(similar.joined(separator: ", "))")
    }
  }
}
