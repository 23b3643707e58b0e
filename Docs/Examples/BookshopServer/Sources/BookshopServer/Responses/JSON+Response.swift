import EntityGraph
import Hummingbird

extension JSON: @retroactive ResponseGenerator {
  public func response(from request: Request, context: some RequestContext) -> Response {
    response()
  }

  /// Returns the answer that has this for a body.
  func response(
    status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = "application/json; charset=utf-8"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: source)))
  }
}

extension Request {
  /// Returns the JSON in the body.
  ///
  /// - Throws: a `JSONReadingError` with line, column and path; an error of the status 413 if the
  ///   body has more than `limit` bytes.
  func json(upTo limit: Int) async throws -> JSON {
    try JSON(reading: await body.collect(upTo: limit).readableBytesView)
  }
}
