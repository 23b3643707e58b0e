import Foundation
import Hummingbird

/// What belongs to one request: its logger and parameters, and how its JSON is written.
struct ShopContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

  var maxUploadSize: Int { 64 * 1024 }
  var requestDecoder: JSONDecoder { JSON.decoder }
  var responseEncoder: JSONEncoder { JSON.encoder }
}

/// JSON as this server reads and writes it.
enum JSON {
  /// Writes the keys in order, so that the same values are the same bytes.
  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }()

  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }()
}
