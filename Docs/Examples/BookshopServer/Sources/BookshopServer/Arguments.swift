/// What the server is started with.
struct Arguments: Equatable {
  var host = "127.0.0.1"
  var port = 8080
  var database = "bookshop.sqlite"
  var logLevel = "info"

  /// How many books a new store has at least.
  var books = 24

  static let usage = """
    usage: BookshopServer [--host HOST] [--port PORT] [--database FILE] [--books COUNT]
                          [--log-level trace|debug|info|notice|warning|error]
    """

  init() {}

  /// Reads `arguments`; `nil` where they cannot be understood, or ask for help.
  init?(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      guard let value = rest.next() else { return nil }
      switch option {
      case "--host": host = value
      case "--port":
        guard let number = Self.number(value, in: 0...65_535) else { return nil }
        port = number
      case "--database": database = value
      case "--books":
        guard let number = Self.number(value, in: 0...1_000_000) else { return nil }
        books = number
      case "--log-level": logLevel = value
      default: return nil
      }
    }
  }

  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
