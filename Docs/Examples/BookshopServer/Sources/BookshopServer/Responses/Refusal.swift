import EntityGraph
import Hummingbird

/// Why a request is not carried out, in the form in which the client reads it.
struct Refusal: Error {
  /// One thing that is wrong with what the client has sent.
  struct Problem: Hashable {
    /// The property, or where it is in the JSON that has been sent.
    var property: String
    var message: String

    var json: JSON { ["message": JSON(message), "property": JSON(property)] }
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

  /// The answer to a client that has not followed for so long, or so well, that it has to begin
  /// again.
  static let tokenTooOld = Refusal(
    status: .gone, code: "tokenTooOld",
    message: "what has changed since then is not known any more; read the catalogue again")

  static let clientMissing = badRequest("say in 'From' who makes the changes")

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
  func response(from request: Request, context: some RequestContext) -> Response {
    var details = [("code", JSON(code)), ("message", JSON(message))]
    if !problems.isEmpty { details.append(("problems", JSON(problems.map(\.json)))) }
    return JSON(members: [("error", JSON(members: details))])
      .response(status: status, headers: headers)
  }
}
