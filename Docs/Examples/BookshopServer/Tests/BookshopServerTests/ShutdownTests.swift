import EntityGraph
import Testing

@testable import BookshopServer

@Suite struct ShutdownTests {
  @Test func aServerThatShutsDownEndsItsStreamsAndClosesItsStore() async throws {
    let (shops, started) = AsyncStream.makeStream(of: PersistentContainer.self)
    let (readers, listening) = AsyncStream.makeStream(of: Task<Bool, any Error>.self)
    try await TestShop.run(isLive: true) { shop in
      started.yield(shop.container)
      let (opened, opening) = AsyncStream.makeStream(of: Void.self)
      listening.yield(
        Task {
          var hasEnded = false
          try await shop.listen("/live/shelves") { events in
            _ = try await events.next([ShelfBook].self)
            opening.finish()
            // It is read on while the server shuts down.
            hasEnded = try await events.next() == nil
          }
          return hasEnded
        })
      for await _ in opened {}
    }
    let reader = try #require(await readers.first { _ in true })
    #expect(try await reader.value)
    let container = try #require(await shops.first { _ in true })
    let error = await #expect(throws: StoreError.self) {
      try await container.read { try $0.count(Book.all) }
    }
    #expect(error?.code == .closed)
  }
}
