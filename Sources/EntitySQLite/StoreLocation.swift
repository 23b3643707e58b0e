/// Where a store keeps its rows.
public enum StoreLocation: Hashable, Sendable {
  /// In the file at a path; the directory exists, the file need not.
  case file(String)

  /// In memory, for as long as the store is open.
  case memory
}

extension StoreLocation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let path): path
    case .memory: "memory"
    }
  }
}
