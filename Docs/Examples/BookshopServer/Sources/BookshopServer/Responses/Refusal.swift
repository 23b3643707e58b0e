import EntityGraph
import Hummingbird

/// Why a request is not carried out, in the form in which the client reads it.
struct Refusal: Error {
  /// One thing that is wrong with what the client has sent.
  struct Problem: Codable, Hashable {
    var property: String
    var message: String
  }

  var status: HTTPResponse.Status
  var code: String
  var message: String
  var problems: [Problem] = []
  var headers: HTTPFields = [:]
}

extension Refusal {
  static func badRequest(_ message: String) -> Refusal {
    Refusal(status: .badRequest, code: "badRequest", message: message)
  }

  static func notFound(_ id: ObjectID) -> Refusal {
    Refusal(status: .notFound, code: "notFound", message: "there is no '\(id.text)'")
  }

  static func invalid(_ problems: [Problem]) -> Refusal {
    Refusal(
      status: .unprocessableContent, code: "invalid", message: "the values are not acceptable",
      problems: problems)
  }

  static func unknownBook(_ isbn: String) -> Refusal {
    .invalid([Problem(property: "lines", message: "there is no book with the number '\(isbn)'")])
  }

  static func outOfStock(_ book: Book, wanted: Int) -> Refusal {
    Refusal(
      status: .conflict, code: "outOfStock",
      message: "'\(book.title)' has \(book.stock) in stock, not \(wanted)")
  }

  static let ifMatchMissing = Refusal(
    status: .preconditionRequired, code: "ifMatchMissing",
    message: "send the ETag that you have read in 'If-Match', or '*' for whatever is there")

  static let changedMeanwhile = Refusal(
    status: .preconditionFailed, code: "changedMeanwhile",
    message: "somebody else has changed it since you read it; read it again")
}

extension Refusal: ResponseGenerator {
  private struct Body: Encodable {
    struct Details: Encodable {
      var code: String
      var message: String
      var problems: [Problem]?
    }

    var error: Details
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    let details = Body.Details(
      code: code, message: message, problems: problems.isEmpty ? nil : problems)
    var response = try context.responseEncoder.encode(
      Body(error: details), from: request, context: context)
    response.status = status
    response.headers.append(contentsOf: headers)
    return response
  }
}
