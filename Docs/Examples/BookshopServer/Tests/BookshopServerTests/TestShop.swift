import AsyncHTTPClient
import EntityGraph
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import BookshopServer

/// A server over a store of its own, with the books of the seed on its shelves, for one test.
struct TestShop {
  let container: PersistentContainer
  let client: any TestClientProtocol

  /// Runs `body` with a server; its requests go to the router, or through a socket if `isLive`.
  static func run(
    isLive: Bool = false, options: StoreOptions = StoreOptions(history: .everything),
    metrics: PrometheusRegistry = PrometheusRegistry(), catalogueLimit: Int = 1 << 20,
    test: String = #function,
    _ body: @escaping @Sendable (TestShop) async throws -> Void
  ) async throws {
    let container = try PersistentContainer.forTesting(
      model: .bookshopServer, options: options, function: test)
    defer { container.close() }
    try await container.fillShelves(upTo: 24)
    let shop = Bookshop(
      container: container, metrics: metrics,
      backups: PersistentContainer.testingDirectory.appending(path: "backups"),
      catalogueLimit: catalogueLimit)
    try await shop.application(port: 0).test(isLive ? .ahc() : .router) { client in
      try await body(TestShop(container: container, client: client))
    }
  }

  /// Sends a request with `json` and returns the answer.
  @discardableResult
  func send(
    _ method: HTTPRequest.Method, _ uri: String, _ json: String? = nil, ifMatch: String? = nil,
    ifNoneMatch: String? = nil, from author: String? = nil, type: String = "application/json"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: type]
    if let author { headers[.from] = author }
    if let ifMatch { headers[.ifMatch] = ifMatch }
    if let ifNoneMatch { headers[.ifNoneMatch] = ifNoneMatch }
    return try await client.execute(
      uri: uri, method: method, headers: headers, body: json.map { ByteBuffer(string: $0) })
  }

  /// The first book by title, as the server answers it.
  func anyBook() async throws -> Book.Values {
    try #require(try await send(.get, "/books?limit=1").page().items.first)
  }

  /// The path of `book`.
  func path(_ book: Book.Values) throws -> String { "/books/\(try #require(book.objectID).text)" }

  /// Calls `body` with the server-sent events of `path`, from now on.
  func listen(
    _ path: String, _ body: (inout EventReader) async throws -> Void
  ) async throws {
    let port = try #require(client.port)
    let request = HTTPClientRequest(url: "http://localhost:\(port)\(path)")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    #expect(response.headers.first(name: "content-type") == "text/event-stream")
    var reader = EventReader(body: response.body.makeAsyncIterator())
    try await body(&reader)
  }
}

extension TestResponse {
  /// Returns the value that the body represents.
  func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder.shop.decode(type, from: Data(buffer: body))
  }

  func book() throws -> Book.Values { try decoded() }
  func page() throws -> Page<Book.Values> { try decoded() }

  /// The code of the error that the body reports.
  func errorCode() throws -> String {
    struct Body: Decodable {
      struct Details: Decodable {
        var code: String
      }
      var error: Details
    }
    return try decoded(as: Body.self).error.code
  }

  /// The body as JSON.
  func json() throws -> JSON { try JSON(reading: body.readableBytesView) }

  var tag: String? { headers[.eTag] }
  var text: String { String(buffer: body) }
}

/// Reads server-sent events.
struct EventReader {
  struct Event: Equatable {
    var name: String
    var json: String
  }

  var body: HTTPClientResponse.Body.AsyncIterator
  private var text = ""

  init(body: HTTPClientResponse.Body.AsyncIterator) { self.body = body }

  /// Returns the next event, or `nil` when the stream has ended.
  mutating func next() async throws -> Event? {
    while true {
      if let end = text.range(of: "\n\n") {
        let lines = text[..<end.lowerBound].split(separator: "\n")
        text.removeSubrange(..<end.upperBound)
        func field(_ name: String) -> String? {
          lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
        }
        guard let name = field("event: "), let json = field("data: ") else { continue }
        return Event(name: name, json: json)
      }
      guard let more = try await body.next() else { return nil }
      text += String(buffer: more)
    }
  }

  /// Returns the value of the next event.
  mutating func next<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    let event = try #require(try await next())
    return try JSONDecoder.shop.decode(type, from: Data(event.json.utf8))
  }
}
