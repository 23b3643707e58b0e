#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
#if canImport(System)
  public import System
#endif

package import EntityStore

/// Where a store has its rows.
public struct StoreLocation: Hashable, Sendable {
  /// What the rows are in.
  private enum Storage: Hashable {
    case file(String)
    case url(URL)
    case memory
  }

  private let storage: Storage

  /// In the file at `path`; its directory exists, the file need not.
  public static func file(_ path: String) -> StoreLocation {
    StoreLocation(storage: .file(path))
  }

  /// In the file at `url`, which is a file URL; its directory exists, the file need not.
  ///
  /// Opening a store at a URL that is none of a file throws a `StoreError`.
  public static func file(_ url: URL) -> StoreLocation { StoreLocation(storage: .url(url)) }

  #if canImport(System)
    /// In the file at `path`; its directory exists, the file need not.
    public static func file(_ path: FilePath) -> StoreLocation {
      StoreLocation(storage: .file(path.string))
    }
  #endif

  /// In memory, for as long as the store is open.
  public static let memory = StoreLocation(storage: .memory)
}

extension StoreLocation {
  /// A location that can be opened.
  enum Resolved {
    case file(path: String)
    case memory
  }

  /// Returns the path of the file, or that there is none.
  ///
  /// - Throws: a `StoreError` for a URL that is none of a file.
  func resolved() throws(StoreError) -> Resolved {
    switch storage {
    case .file(let path): return .file(path: path)
    case .url(let url): return .file(path: try StoreError.path(of: url))
    case .memory: return .memory
    }
  }
}

extension StoreLocation {
  /// Returns the path of the file, which `purpose` needs.
  ///
  /// - Throws: a `StoreError` for a URL that is none of a file, and for memory.
  package func path(for purpose: String) throws(StoreError) -> String {
    guard case .file(let path) = try resolved() else {
      throw StoreError(.invalidRequest, "\(purpose) needs a file; name one with '.file(…)'")
    }
    return path
  }
}

extension StoreLocation: CustomStringConvertible {
  /// The path, the URL, or `memory`.
  public var description: String {
    switch storage {
    case .file(let path): path
    case .url(let url): url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString
    case .memory: "memory"
    }
  }
}
