import CoreMetrics
import EntityGraph
import InMemoryLogging
import InMemoryTracing
import Logging
import Testing
import Tracing

@testable import BookshopServer

@Suite struct ObservingTests {
  /// What the process is traced by, which can be set once.
  private static let tracer: InMemoryTracer = {
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    return tracer
  }()

  @Test func theStatementsOfARequestArePartOfItsTrace() async throws {
    let tracer = Self.tracer
    let telemetry = StoreTelemetry(logger: Logger(label: "test"))
    try await TestShop.run(options: .bookshop(observedBy: telemetry)) { shop in
      try await shop.send(.get, "/books/Book-7")
    }
    let spans = tracer.finishedSpans
    let request = try #require(
      spans.first { attribute("url.path", $0) == .string("/books/Book-7") })
    let statements = spans.filter { $0.parentSpanID == request.spanID }
    #expect(statements.map(\.operationName) == ["SELECT"])
    #expect(statements.map { attribute("db.response.returned_rows", $0) } == [.int64(1)])
  }

  private func attribute(_ name: String, _ span: FinishedInMemorySpan) -> SpanAttribute? {
    span.attributes.get(name)
  }

  @Test func aSlowStatementIsALineOfTheLogWithItsPlan() async throws {
    let handler = InMemoryLogHandler()
    var telemetry = StoreTelemetry(logger: Logger(label: "test") { _ in handler })
    telemetry.slow = .zero
    try await TestShop.run(options: .bookshop(observedBy: telemetry)) { shop in
      handler.clear()
      try await shop.send(.get, "/books/search?q=solaris")
      let slow = handler.entries.filter { $0.message == "slow statement" }
      #expect(slow.contains { $0.metadata["plan"].map { "\($0)" }?.contains("SCAN") == true })
      #expect(!slow.contains { "\($0.metadata)".contains("solaris") })
    }
  }

  @Test func statementsAndCommitsAreTimed() async throws {
    let metrics = PrometheusRegistry()
    try await withMetricsFactory(metrics) {
      let telemetry = StoreTelemetry(logger: Logger(label: "test"))
      try await TestShop.run(options: .bookshop(observedBy: telemetry), metrics: metrics) { shop in
        try await shop.send(.patch, "/books/Book-1", #"{"stock":7}"#, ifMatch: "*")
        let text = try await shop.send(.get, "/metrics").text
        // One for the seed, one for the change.
        #expect(text.contains("store_commit_duration_seconds_count{} 2\n"))
        #expect(text.contains(#"store_statement_duration_seconds_count{verb="UPDATE"}"#))
      }
    }
  }
}
