public import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@DictionaryStorage struct Pauses {
  var first: Duration = .zero
  var others: [Duration] = []
}

@DictionaryStorage struct Preferences {
  var theme = "light"
  var size: Int?
  var limit: Int? = 12
  @Stored(json: "font-size") var fontSize: Double = 10
  @Stored(json: "window.width") var width = 800
  @Stored(json: "window.height") var height: Int?
  var kind: PaperKind = .book
  var tags: [String] = []
  var scores: [String: Int] = [:]
  var author = Writer()
  var editor: Writer?
  var readers: [Writer] = []
  var labels: Set<String> = []
  var since: Date?
  var key: UUID?
  var seal: Data?
  var page: URL?
  var price: Decimal = 0
  var point: Point? = nil
  var points: [Point] = []
  var levels: [Level?] = []
  var level: Level = .low
  var extra: JSON = .null
  private(set) var revision = 1
  private var cached = 0
  private let origin = "here"
  fileprivate let serial: Int = 4
  lazy var shown = theme
  static let shared = 3
  let version = 2
  var summary: String { "\(theme) \(cached)" }

  mutating func revise() {
    revision += 1
    cached += 1
  }

  enum Level: String, Codable { case low, high }

  struct Point: Codable, Equatable {
    var x: Int
    var y: Int
  }
}

@DictionaryStorage public struct Writer: Identifiable {
  public var name: String = ""
  var `default`: Bool = false
  public var id: String { name }
}

@OpenEnumeration public enum PaperKind {
  case book, magazine
  case `default`
  @CaseName("audio-book") case audioBook
  @CaseName(prefix: "x-") case custom(String)
  @CaseName(prefix: "x-old-") case older(name: String)
  case unknown(String)
}

/// A name in one member that older programs wrote is read as two.
@DictionaryStorage struct FullName {
  var first = ""
  var last = ""

  init(json: JSON) {
    self.json = json
    if let name = json["name"]?.string, json["first"] == nil {
      let words = name.split(separator: " ", maxSplits: 1)
      first = words.first.map(String.init) ?? ""
      last = words.count > 1 ? String(words[1]) : ""
    }
  }
}

/// What begins with a value of its own, whose members are the defaults.
@DictionaryStorage public struct Parcel {
  public var sender: Writer = Writer(name: "nobody")
  public var isOpen: Bool = false

  public init(json: JSON) {
    self.init()
    self.json = json
    if let name = json["from"]?.string { sender.name = name }
  }
}

/// A number that is read as any, and refuses to be encoded below zero.
struct Depth: Codable, Hashable {
  var metres: Int

  init(_ metres: Int) { self.metres = metres }

  init(from decoder: any Decoder) throws {
    metres = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    if metres < 0 {
      throw EncodingError.invalidValue(
        metres, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "above"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(metres)
  }
}

@DictionaryStorage struct Sounding {
  var depth: Depth = Depth(0)
  var depths: [Depth] = []
  var marks: Set<Depth> = []
  var named: [String: Depth] = [:]
}

@DictionaryStorage struct Widths {
  var a: Int8 = 0
  var b: Int16 = 0
  var c: Int32 = 0
  var d: Int64 = 0
  var e: UInt8 = 0
  var f: UInt16 = 0
  var g: UInt32 = 0
  var h: UInt64 = 0
  var i: UInt = 0
  var j: Float = 0
  var k: [UInt8] = []
}

/// One of several structs, or of none that is known.
enum Usage: JSONRepresentable, Equatable {
  case web(Web)
  case app(App)
  case other(JSON)

  @DictionaryStorage struct Web {
    var type = "web"
    var url: URL?
  }

  @DictionaryStorage struct App {
    var type = "app"
    var bundle = ""
  }

  init?(json: JSON) {
    switch json["type"]?.string {
    case "web": self = .web(Web(json: json))
    case "app": self = .app(App(json: json))
    default: self = .other(json)
    }
  }

  var json: JSON {
    switch self {
    case .web(let web): web.json
    case .app(let app): app.json
    case .other(let json): json
    }
  }
}

@DictionaryStorage struct Device {
  var usages: [Usage] = []
  var main: Usage?
}

@DictionaryStorage struct Page<Item: Codable & Sendable> {
  var items: [Item] = []
  var next: Int?
}

@Entity final class Account: ManagedObject {
  var name: String
  var preferences: Preferences = Preferences()
  var backup: Preferences?
  var all: [Preferences] = []
  var kind: PaperKind = .book
  var writer: Writer
}
