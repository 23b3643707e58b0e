import EntityGraph
import Testing

@testable import BookshopServer

@Suite struct ShutdownTests {
  @Test func aServerThatShutsDownEndsItsStreamsAndClosesItsStore() async throws {
    // The stream is read on after the server has been asked to shut down.
    let (streams, opened) = AsyncStream.makeStream(of: EventReader.self)
    let (containers, given) = AsyncStream.makeStream(of: PersistentContainer.self)
    try await TestShop.run(isLive: true) { shop in
      given.yield(shop.container)
      try await shop.listen("/live/shelves") { events in
        _ = try await events.next([ShelfBook].self)
        opened.yield(events)
      }
    }
    var events = try #require(await streams.first { _ in true })
    #expect(try await events.next() == nil)
    let container = try #require(await containers.first { _ in true })
    let error = await #expect(throws: StoreError.self) {
      try await container.read { try $0.count(Book.all) }
    }
    #expect(error?.code == .closed)
  }
}
