import EntityGraph
import Hummingbird

/// What errors are to a client: the one table of this server.
extension Refusal {
  /// Creates the answer to `error`; `nil` for one that is no client's business.
  init?(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as ObjectIDError:
      self.init(status: .notFound, code: "notFound", message: error.message)
    case let error as ValidationError: self.init(error)
    case let error as PropertyError:
      let problem = Problem(property: error.property, message: error.message)
      self = .invalid([problem])
    case let error as JSONReadingError: self = .badRequest("\(error)")
    case let error as SyncError:
      self = .invalid([Problem(property: "\(error.path)", message: error.message)])
    case is ConflictError:
      self.init(
        status: .conflict, code: "conflict",
        message: "somebody else has changed the same; read it again and repeat the change")
    case let error as StoreError: self.init(error)
    case is CancellationError: self = .unavailable("cancelled", "the request has been given up")
    case let error as any HTTPResponseError:
      self.init(
        status: error.status, code: "http",
        message: (error as? HTTPError)?.body ?? error.status.reasonPhrase,
        headers: (error as? HTTPError)?.headers ?? [:])
    default: return nil
    }
  }

  private init(_ error: ValidationError) {
    let problems = error.problems.map { Problem(property: $0.property, message: $0.message) }
    let isInUse = error.problems.contains { $0.id == "validation.denied" }
    self = .invalid(problems)
    if isInUse {
      status = .conflict
      code = "inUse"
      message = "something else still needs it"
    }
  }

  private init?(_ error: StoreError) {
    switch error.code {
    case .uniqueViolation:
      self.init(
        status: .conflict, code: "taken", message: "another one has the same value",
        problems: error.properties.map { Problem(property: $0, message: "is taken") })
    case .foreignKeyViolation:
      self.init(
        status: .conflict, code: "conflict", message: "something that it refers to has gone")
    case .rowBudgetExceeded:
      self.init(
        status: .unprocessableContent, code: "tooMuch", message: "this finds too much; ask for less"
      )
    case .historyPruned, .tokenOfAnotherStore: self = .tokenTooOld
    case .timedOut, .busy, .timeBudgetExceeded:
      self = .unavailable("busy", "this takes too long now; try again")
    case .closed: self = .unavailable("closed", "the server is shutting down")
    case .diskFull, .readOnly: self = .unavailable("readOnly", "nothing can be saved now")
    default: return nil
    }
  }

  private static func unavailable(_ code: String, _ message: String) -> Refusal {
    Refusal(
      status: .serviceUnavailable, code: code, message: message, headers: [.retryAfter: "1"])
  }

  /// The answer where something is wrong with the server.
  static let internalError = Refusal(
    status: .internalServerError, code: "internal",
    message: "something went wrong; it is in the log"
  )
}
