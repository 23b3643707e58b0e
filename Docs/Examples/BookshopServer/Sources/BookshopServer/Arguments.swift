/// What the server is started with.
struct Arguments: Equatable {
  /// What the program is to do with the store.
  enum Task: Equatable {
    case serve

    /// Writes the store to a file, a line of JSON for each object.
    case export(to: String)

    /// Adds what such a file has to the store.
    case importObjects(from: String)
  }

  var task = Task.serve
  var host = "127.0.0.1"
  var port = 8080
  var database = "bookshop.sqlite"
  var logLevel = "info"

  /// How many books a new store has at least.
  var books = 24

  static let usage = """
    usage: BookshopServer [--host HOST] [--port PORT] [--database FILE] [--books COUNT]
                          [--log-level trace|debug|info|notice|warning|error]
           BookshopServer export FILE [--database FILE]
           BookshopServer import FILE [--database FILE]
    """

  init() {}

  /// Reads `arguments`; `nil` where they cannot be understood, or ask for help.
  init?(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      guard let value = rest.next() else { return nil }
      switch option {
      case "export": task = .export(to: value)
      case "import": task = .importObjects(from: value)
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
