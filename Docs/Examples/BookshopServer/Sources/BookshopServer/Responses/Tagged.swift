import EntityGraph
import Foundation
import Hummingbird

/// A value in JSON, with the tag of its state.
struct Tagged<Value: Encodable & Sendable>: ResponseGenerator {
  var value: Value

  /// The state of the object that the value is of; `nil` for a value of several, which has no tag.
  var version: ObjectVersion?
  var status = HTTPResponse.Status.ok

  /// Where the value can be read from now on, if it is new.
  var location: String?

  func response(from request: Request, context: some RequestContext) throws -> Response {
    var headers = HTTPFields()
    if let location { headers[.location] = location }
    if let tag = version.map({ EntityTag($0) }) {
      headers[.eTag] = tag.text
      if request.method == .get,
        TagCondition(request.headers[values: .ifNoneMatch])?.matches(tag) == true
      {
        return Response(status: .notModified, headers: headers)
      }
    }
    // JSON is sent as it is; an encoder would write its numbers anew.
    let json = try value as? JSON ?? JSON(encoding: value, with: .shop)
    return json.response(status: status, headers: headers)
  }
}
