import CoreMetrics
import Dispatch
import EntityGraph
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import BookshopServer

@Suite struct OperationRouteTests {
  @Test func aServerThatIsWellSaysSo() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.get, "/health")
      #expect(response.status == .ok)
      #expect(response.text == #"{"books":24,"status":"ok"}"#)
    }
  }

  @Test func aClosedStoreIsUnavailable() async throws {
    try await TestShop.run { shop in
      shop.container.close()
      for path in ["/health", "/books", "/books/Book-1"] {
        let response = try await shop.send(.get, path)
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "1")
        #expect(try response.errorCode() == "closed")
      }
    }
  }

  @Test func whoeverWaitsTooLongIsAskedToComeBack() async throws {
    let options = StoreOptions(waitTimeout: .milliseconds(50))
    try await TestShop.run(options: options) { shop in
      let (entered, entering) = AsyncStream.makeStream(of: Void.self)
      let gate = DispatchSemaphore(value: 0)
      async let writer: Void = shop.container.write { _ in
        entering.finish()
        gate.wait()
      }
      for await _ in entered {}
      let response = try await shop.send(
        .post, "/books", #"{"isbn":"9781234567890","title":"Kindred"}"#)
      gate.signal()
      try await writer
      #expect(response.status == .serviceUnavailable)
      #expect(response.headers[.retryAfter] == "1")
      #expect(try response.errorCode() == "busy")
    }
  }

  @Test func requestsAreCountedAndTimed() async throws {
    let metrics = PrometheusRegistry()
    try await withMetricsFactory(metrics) {
      try await TestShop.run(metrics: metrics) { shop in
        try await shop.send(.get, "/books/Book-1")
        try await shop.send(.get, "/books/Book-99")
        let text = try await shop.send(.get, "/metrics").text
        let requests = text.split(separator: "\n").filter { $0.hasPrefix("hb_requests_total") }
        #expect(
          requests == [
            #"hb_requests_total{http_route="/books/{id}",http_request_method="GET","#
              + #"http_response_status_code="200"} 1"#,
            #"hb_requests_total{http_route="/books/{id}",http_request_method="GET","#
              + #"http_response_status_code="404"} 1"#,
          ])
        #expect(text.contains("# TYPE http_server_request_duration_seconds histogram\n"))
      }
    }
  }

  @Test func aBackupIsAStoreOfItsOwn() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.post, "/backups")
      #expect(response.status == .created)
      struct Backup: Decodable {
        var file: String
        var bytes: Int
      }
      let backup: Backup = try response.decoded()
      let copy = try PersistentContainer(model: .bookshopServer, at: .file(backup.file))
      defer {
        copy.close()
        try? FileManager.default.removeItem(atPath: backup.file)
      }
      #expect(try await copy.read { try $0.count(Book.all) } == 24)
      #expect(backup.bytes > 0)
    }
  }

  @Test func thePageIsServed() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.get, "/")
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      #expect(response.text.contains(#"new EventSource("/live/shelves")"#))
    }
  }

  @Test func whatHasNoRouteIsNotFound() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.get, "/nothing")
      #expect(response.status == .notFound)
    }
  }
}
