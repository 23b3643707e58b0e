import EntityGraph
import Hummingbird
import Testing

@testable import BookshopServer

@Suite struct RefusalTests {
  private struct SomethingElse: Error {}

  @Test func whatHasBeenGivenUpIsUnavailable() throws {
    let refusal = try #require(Refusal(CancellationError()))
    #expect(refusal.status == .serviceUnavailable)
    #expect(refusal.headers[.retryAfter] == "1")
  }

  @Test func whatIsNoClientsBusinessIsNotShown() {
    #expect(Refusal(SomethingElse()) == nil)
    #expect(Refusal.internalError.status == .internalServerError)
  }

  @Test func anErrorOfHTTPStaysWhatItIs() {
    let refusal = Refusal(HTTPError(.contentTooLarge, message: "at most 64 KiB"))
    #expect(refusal?.status == .contentTooLarge)
    #expect(refusal?.message == "at most 64 KiB")
  }

  @Test func theTextOfNoIdIsThatOfNoObject() {
    let error = #expect(throws: ObjectIDError.self) { try ObjectID("Author-1", of: Book.self) }
    #expect(error.flatMap { Refusal($0) }?.status == .notFound)
  }
}
