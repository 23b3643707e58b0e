import Foundation
import Hummingbird

/// A value in JSON, with the tag of its state.
struct Tagged<Value: Encodable & Sendable>: ResponseGenerator {
  var value: Value
  var status = HTTPResponse.Status.ok

  /// Where the value can be read from now on, if it is new.
  var location: String?

  func response(from request: Request, context: some RequestContext) throws -> Response {
    let body = try JSON.encoder.encode(value)
    let tag = EntityTag(ofBytes: body)
    var headers: HTTPFields = [.eTag: tag.text]
    if let location { headers[.location] = location }
    if request.method == .get,
      TagCondition(request.headers[values: .ifNoneMatch])?.matches(tag) == true
    {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = "application/json; charset=utf-8"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
