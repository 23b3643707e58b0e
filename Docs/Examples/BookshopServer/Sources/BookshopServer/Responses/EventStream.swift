import AsyncAlgorithms
import Foundation
import Hummingbird
import ServiceLifecycle

/// One server-sent event, as browsers receive it with `EventSource`.
struct ServerSentEvent: Sendable {
  /// What a browser says in `Last-Event-ID` when it connects again.
  var id: String?

  /// What the client listens for.
  var name: String

  /// JSON, in one line.
  var json: String
}

extension ServerSentEvent {
  /// Creates the event `name` with `value`.
  init(_ name: String, _ value: some Encodable, id: String? = nil) throws {
    let json = String(decoding: try JSONEncoder.shop.encode(value), as: UTF8.self)
    self.init(id: id, name: name, json: json)
  }

  /// The event as it is sent.
  var buffer: ByteBuffer {
    ByteBuffer(string: (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(json)\n\n")
  }
}

extension Response {
  /// Returns the response that sends `events` as they come.
  ///
  /// It ends with the events, when the client goes, and when the server shuts down. A client that
  /// is slow slows down the asking for the next event, so that nothing piles up here.
  static func events<Events: AsyncSequence & Sendable>(
    to request: Request, _ events: Events
  ) -> Response where Events.Element == ServerSentEvent {
    let body = ResponseBody { writer in
      try await request.body.consumeWithCancellationOnInboundClose { _ in
        // A browser that loses the connection asks again after two seconds.
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        // A line now and then has proxies leave the connection open.
        let beats = AsyncTimerSequence(interval: .seconds(15), clock: .continuous)
        let messages = merge(
          chain(events.map(Message.event), [Message.end].async), beats.map { _ in Message.beat })
        for try await message in messages.cancelOnGracefulShutdown() {
          switch message {
          case .event(let event): try await writer.write(event.buffer)
          case .beat: try await writer.write(ByteBuffer(string: ": still here\n\n"))
          case .end: return
          }
        }
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
      body: body)
  }
}

/// What is sent next.
private enum Message: Sendable {
  case event(ServerSentEvent)
  case beat
  case end
}
