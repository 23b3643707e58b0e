import Foundation
import Hummingbird

/// What belongs to one request: its logger and parameters, and how its JSON is written.
struct ShopContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

  var maxUploadSize: Int { 64 * 1024 }
  var requestDecoder: JSONDecoder { .shop }
  var responseEncoder: JSONEncoder { .shop }
}

extension JSONEncoder {
  /// Writes the keys in order, so that the same values are the same bytes.
  static let shop: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }()
}

extension JSONDecoder {
  /// Reads what `JSONEncoder.shop` writes.
  static let shop: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }()
}
