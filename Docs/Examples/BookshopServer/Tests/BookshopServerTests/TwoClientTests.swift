import Testing

@testable import BookshopServer

@Suite struct TwoClientTests {
  @Test func ofTwoWhoChangeWhatBothHaveReadOneIsRefused() async throws {
    try await TestShop.run { shop in
      let path = try shop.path(try await shop.anyBook())
      for round in 1...10 {
        let tag = try #require(try await shop.send(.get, path).tag)
        async let first = shop.send(.patch, path, #"{"pages":\#(round)}"#, ifMatch: tag)
        async let second = shop.send(.patch, path, #"{"pages":\#(100 + round)}"#, ifMatch: tag)
        let statuses = try await [first.status.code, second.status.code]
        #expect(statuses.sorted() == [200, 412])
        let winner = statuses[0] == 200 ? round : 100 + round
        #expect(try await shop.send(.get, path).book().pages == winner)
      }
    }
  }

  @Test func whoIsRefusedReadsAgainAndSucceeds() async throws {
    try await TestShop.run { shop in
      let book = try await shop.anyBook()
      let path = try shop.path(book)
      // Each adds a copy twenty times, as a client of If-Match does it.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<5 {
              while true {
                let read = try await shop.send(.get, path)
                let stock = try read.book().stock + 1
                let answer = try await shop.send(
                  .patch, path, #"{"stock":\#(stock)}"#, ifMatch: read.tag)
                if answer.status == .ok { break }
                #expect(answer.status == .preconditionFailed)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await shop.anyBook().stock == book.stock + 20)
    }
  }
}
