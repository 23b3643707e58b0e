#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension StoreError {
  /// Returns the path of the file at `url`.
  package static func path(of url: URL) throws(StoreError) -> String {
    guard url.isFileURL else {
      throw StoreError(
        .cannotOpen, "'\(url.absoluteString)' is not the URL of a file; use a file URL or a path")
    }
    return url.path(percentEncoded: false)
  }
}
