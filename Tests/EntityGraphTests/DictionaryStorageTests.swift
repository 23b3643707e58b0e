import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Structs that are backed by JSON read what they know and keep everything else.
@Suite struct DictionaryStorageTests {
  private let text = #"""
    {
      "theme": "dark", "x-big": 12345678901234567890.1234567890,
      "font-size" : 1.50e1,
      "window": { "width": 640, "x": [1, {"y": null}] },
      "na\u006de": "Aña"
    }
    """#

  // MARK: Reading

  @Test func `members are read by the names of properties and by their own`() throws {
    let value = try Preferences(reading: text)
    #expect(value.theme == "dark")
    #expect(value.fontSize == 15)
    #expect(value.width == 640)
    #expect(value.height == nil)
    #expect(value.unreadable == [])
  }

  @Test func `a member that is missing or null has the value of its property`() throws {
    for text in ["{}", #"{"theme": null, "size": null, "tags": null, "author": null}"#] {
      let value = try Preferences(reading: text)
      #expect(value.theme == "light" && value.size == nil && value.limit == 12)
      #expect(value.fontSize == 10 && value.width == 800 && value.tags == [])
      #expect(value.author == Writer() && value.editor == nil && value.kind == .book)
      #expect(value.unreadable == [] && value.json.text == text)
    }
    #expect(try Preferences(reading: #"{"limit": null}"#).limit == nil)
  }

  @Test func `a value of another type gives the default value and is listed`() throws {
    let text = #"""
      {"theme": 5, "size": "12", "font-size": true, "window": [], "tags": {}, "author": "Ada",
       "editor": {"name": 3, "default": 1, "shoe": 44}, "readers": [{"name": null}, 7, {"name": 7}],
       "scores": {"a": 1, "b": "2"}, "since": "yesterday", "key": "?", "seal": "*", "level": "mid",
       "price": "1,5", "points": [{"x": 1}, {"x": 1, "y": 2}], "revision": 1.5}
      """#
    let value = try Preferences(reading: text)
    #expect(value.theme == "light" && value.size == nil && value.fontSize == 10)
    #expect(value.width == 800 && value.tags == [] && value.author == Writer())
    #expect(value.editor?.name == "" && value.editor?.default == false)
    #expect(value.readers.count == 2 && value.scores == ["a": 1])
    #expect(value.points == [.init(x: 1, y: 2)] && value.level == .low && value.revision == 1)
    #expect(
      value.unreadable.map(\.description) == [
        "theme", "size", "$[\"font-size\"]", "window", "tags", "scores.b", "author",
        "editor.name", "editor.default", "readers[1]", "readers[2].name", "since", "key", "seal",
        "price", "points[0]", "level", "revision",
      ])
    #expect(value.json.text == text)
  }

  @Test func `what is no storage stays where something is assigned behind it`() throws {
    var value = try Preferences(reading: #"{"editor": 1, "size": "x"}"#)
    value.editor?.name = "Ada"
    value.editor = nil
    value.size? += 1
    #expect(value.json.text == #"{"editor": 1, "size": "x"}"#)
    value.editor = Writer()
    value.editor?.name = "Ada"
    value.size = 3
    #expect(value.json == ["editor": ["name": "Ada"], "size": 3])
    value.editor = nil
    #expect(value.json == ["size": 3])
  }

  @Test func `what is no object has the default values and is written as an object`() throws {
    var value = Preferences(json: [1, 2])
    #expect(value.theme == "light" && value.unreadable == [JSONPath()])
    #expect(value.json == [1, 2])
    #expect(value == Preferences(json: [:]) && Preferences(json: .null) == value)
    #expect(try JSON(encoding: value) == [:])
    value.theme = "dark"
    #expect(value.json == ["theme": "dark"] && value.unreadable == [])
    #expect(throws: JSONReadingError.self) { try Preferences(reading: "[1, 2]") }
    #expect(throws: JSONReadingError.self) { try Preferences(reading: "{") }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Preferences.self, from: Data("[1]".utf8))
    }
  }

  // MARK: Changing

  @Test func `what is not assigned stays byte for byte`() throws {
    var value = try Preferences(reading: text)
    #expect(value.json.text == text)
    value.theme = "blue"
    value.size = 3
    value.fontSize = 12
    value.width = 800
    value.height = 600
    #expect(
      value.json.text == #"""
        {
          "theme": "blue", "x-big": 12345678901234567890.1234567890,
          "font-size" : 12,
          "window": { "width": 800, "x": [1, {"y": null}], "height": 600 },
          "na\u006de": "Aña",
          "size": 3
        }
        """#)
    #expect(try Preferences(reading: value.json.source) == value)
  }

  @Test func `assigning what a property is already changes nothing`() throws {
    let text = #"{"theme":"d\u0061rk", "font-size": 1.50e1, "tags": [ "a" ], "x": 1, "size": null}"#
    var value = try Preferences(reading: text)
    value.theme = value.theme
    value.fontSize = 15
    value.tags = value.tags
    value.size = nil
    #expect(value.json.text == text)
  }

  @Test func `nil takes a member away, with all of its name`() throws {
    var value = try Preferences(
      reading: #"{"size": 1, "a": 2, "size": 3, "window": {"height": 1}, "limit": 5, "b": 4}"#)
    value.size = nil
    value.height = nil
    value.limit = nil
    #expect(value.json.text == #"{"a": 2, "window": {}, "limit": null, "b": 4}"#)
    #expect(value.size == nil && value.limit == nil)
    value.size = 7
    #expect(value.json.text == #"{"size": 7, "a": 2, "window": {}, "limit": null, "b": 4}"#)
  }

  @Test func `what is assigned takes the place of what could not be read`() throws {
    var value = try Preferences(reading: #"{"theme": 5, "window": 7, "a": 1}"#)
    value.theme = "dark"
    value.width = 9
    #expect(value.json.text == #"{"theme": "dark", "window": {"width":9}, "a": 1}"#)
    #expect(value.unreadable == [])
  }

  @Test func `values inside keep what they do not know, wherever they go`() throws {
    var value = try Preferences(
      reading: #"{"readers": [{"name": "A", "x": 1.0}, {"name": "B", "y": 2}], "author": {"z": 3}}"#
    )
    value.author.name = "C"
    value.readers[1].default = true
    value.readers.swapAt(0, 1)
    value.readers.append(value.author)
    value.editor = value.readers[1]
    #expect(
      value.json.text
        == #"{"readers": [{"name": "B", "y": 2, "default": true},{"name": "A", "x": 1.0},"#
        + #"{"z": 3,"name": "C"}], "author": {"z": 3,"name": "C"}, "#
        + #""editor": {"name": "A", "x": 1.0}}"#)
  }

  @Test func `elements that cannot be read stay where nothing is changed`() throws {
    let text = #"{"tags": [0, "a", 1, "b", 2.0, "c", 3]}"#
    func edited(_ edit: (inout [String]) -> Void) throws -> String? {
      var value = try Preferences(reading: text)
      edit(&value.tags)
      return value.json["tags"]?.text
    }
    #expect(try edited { $0.append("d") } == #"[0,"a",1,"b",2.0,"c",3,"d"]"#)
    #expect(try edited { $0.insert("d", at: 1) } == #"[0,"a",1,"d","b",2.0,"c",3]"#)
    #expect(try edited { $0.remove(at: 1) } == #"[0,"a",1,2.0,"c",3]"#)
    #expect(try edited { $0[1] = "d" } == #"[0,"a",1,"d",2.0,"c",3]"#)
    #expect(try edited { $0 = ["x", "y", "z"] } == #"[0,"x","y","z",3]"#)
    #expect(try edited { $0 = [] } == "[0,3]")
    #expect(try edited { $0 = $0 } == #"[0, "a", 1, "b", 2.0, "c", 3]"#)
  }

  @Test func `members of dictionaries and elements of sets that cannot be read stay`() throws {
    var value = try Preferences(
      reading: #"{"scores": {"a": 1, "x": "?", "b": 2.0}, "labels": ["m", 5, "n"]}"#)
    value.scores["c"] = 3
    value.scores["a"] = nil
    value.labels.insert("k")
    value.labels.remove("m")
    #expect(
      value.json.text == #"{"scores": {"x": "?", "b": 2.0, "c": 3}, "labels": [5,"n","k"]}"#)
    value.scores = [:]
    value.labels = []
    #expect(value.json.text == #"{"scores": {"x": "?"}, "labels": [5]}"#)
    var emptied = try Preferences(reading: #"{"tags": [0, "a"], "readers": [7]}"#)
    emptied.tags.removeLast()
    emptied.readers = []
    #expect(emptied.json.text == #"{"tags": [0], "readers": [7]}"#)
  }

  @Test func `an element that refuses to be encoded moves no other`() throws {
    func edited(_ edit: (inout [Depth]) -> Void) throws -> (text: String?, unreadable: [String]) {
      var value = try Sounding(reading: #"{"depths": [1.0, -2, 3, "x"], "y": 0}"#)
      #expect(value.depths == [Depth(1), Depth(-2), Depth(3)])
      edit(&value.depths)
      return (value.json["depths"]?.text, value.unreadable.map(\.description))
    }
    // What is written in its place stays.
    #expect(try edited { $0[0] = Depth(-9) } == (#"[1.0, -2, 3, "x"]"#, ["depths[3]"]))
    #expect(try edited { $0.append(Depth(4)) } == (#"[1.0,-2,3,"x",4]"#, ["depths[3]"]))
    #expect(try edited { $0[2] = Depth(5) } == (#"[1.0,-2,5,"x"]"#, ["depths[3]"]))
    #expect(
      try edited { $0 = [Depth(7), Depth(-8), Depth(9)] } == (#"[7,-2,9,"x"]"#, ["depths[3]"]))
    // Where nothing is, it is null, and listed.
    #expect(
      try edited { $0.append(contentsOf: [Depth(-4), Depth(5)]) }
        == (#"[1.0,-2,3,"x",null,5]"#, ["depths[3]", "depths[4]"]))
    #expect(try edited { $0.remove(at: 1) } == (#"[1.0,3,"x"]"#, ["depths[2]"]))
    let new = Sounding(depths: [Depth(1), Depth(-1), Depth(2)])
    #expect(new.json["depths"] == [1, .null, 2] && new.depths == [Depth(1), Depth(2)])
    #expect(new.unreadable.map(\.description) == ["depths[1]"])
  }

  @Test func `what refuses to be encoded takes nothing else with it`() throws {
    var value = try Sounding(
      reading: #"{"depth": 4, "marks": [3, -1, "x"], "named": {"a": 1, "b": -2, "c": 3}}"#)
    value.depth = Depth(-1)
    value.marks.insert(Depth(5))
    value.named["a"] = Depth(-7)
    value.named["c"] = nil
    value.named["d"] = Depth(-8)
    #expect(
      value.json.text
        == #"{"depth": 4, "marks": [3,-1,"x",5], "named": {"a": 1, "b": -2, "d": null}}"#)
    #expect(value.unreadable.map(\.description) == ["marks[2]", "named.d"])
    value.marks.remove(Depth(-1))
    value.marks.insert(Depth(-2))
    #expect(value.json["marks"]?.text == #"[3,"x",5,null]"#)
  }

  // MARK: Types

  @Test func `whole numbers are of every width, and none is rounded`() throws {
    let text = #"""
      {"a": -128, "b": -32768, "c": -2147483648, "d": -9223372036854775808, "e": 255, "f": 65535,
       "g": 4294967295, "h": 18446744073709551615, "i": 18446744073709551615, "j": 0.1,
       "k": [1, 256, 2]}
      """#
    let value = try Widths(reading: text)
    #expect((value.a, value.b, value.c, value.d) == (.min, .min, .min, .min))
    #expect((value.e, value.f, value.g, value.h, value.i) == (.max, .max, .max, .max, .max))
    #expect(value.j == 0.1 && value.k == [1, 2])
    #expect(value.unreadable.map(\.description) == ["k[1]"])
    let large = try Widths(
      reading: #"{"a": 128, "b": 1.5, "e": -1, "h": 18446744073709551616, "j": 1e99}"#)
    #expect((large.a, large.b, large.e, large.h, large.j) == (0, 0, 0, 0, 0))
    #expect(large.unreadable.count == 5)
    var written = Widths()
    (written.a, written.h, written.j) = (.min, .max, 0.1)
    #expect(
      try Widths(reading: written.json.source) == written
        && written.json["h"]?.text == "18446744073709551615" && written.json["j"]?.text == "0.1")
  }

  @Test func `every type is written as it is read`() throws {
    var value = Preferences(json: [:])
    value.since = Date(timeIntervalSince1970: 0.25)
    value.key = UUID(uuidString: "6F1A1F0A-0000-4000-8000-00000000000A")
    value.seal = Data([1, 2, 255])
    value.page = URL(string: "https://example.org/a?b")
    value.price = try #require(Decimal(string: "12345678901234567890.12"))
    value.point = .init(x: 1, y: -2)
    value.levels = [.high, nil, .low]
    value.level = .high
    value.kind = .custom("map")
    value.labels = ["b", "a"]
    value.extra = ["deep": [1, .null]]
    value.fontSize = .infinity
    #expect(
      value.json.text
        == #"{"since":"1970-01-01T00:00:00.250Z","key":"6F1A1F0A-0000-4000-8000-00000000000A","#
        + #""seal":"AQL/","page":"https://example.org/a?b","price":12345678901234567890.12,"#
        + #""point":{"x":1,"y":-2},"levels":["high",null,"low"],"level":"high","kind":"x-map","#
        + #""labels":["a","b"],"extra":{"deep":[1,null]},"font-size":"inf"}"#)
    let read = try Preferences(reading: value.json.source)
    #expect(read.since == value.since && read.key == value.key && read.seal == value.seal)
    #expect(read.page == value.page && read.price == value.price && read.point == value.point)
    #expect(read.levels == value.levels && read.level == .high && read.kind == .custom("map"))
    #expect(read.labels == ["a", "b"] && read.extra == value.extra && read.fontSize == .infinity)
    #expect(read.unreadable == [])
  }

  @Test func `durations are numbers of seconds`() throws {
    var pauses = try Pauses(reading: #"{"first":1.5,"others":[2,"0.25",[1,0]]}"#)
    #expect(pauses.first == .milliseconds(1500))
    #expect(pauses.others == [.seconds(2), .milliseconds(250)])
    #expect(pauses.unreadable.map(\.description) == ["others[2]"])
    pauses.first = .seconds(90) + .nanoseconds(1)
    #expect(pauses.json["first"]?.text == "90.000000001")
    pauses.first = .milliseconds(-1500)
    #expect(try Pauses(reading: pauses.json.source).first == .milliseconds(-1500))
  }

  @Test func `a list of different kinds keeps those that are not known`() throws {
    let text = #"""
      {"usages": [{"type": "web", "url": "https://example.org", "n": 1},
        {"type": "app", "bundle": "a.b"}, {"type": "tv", "channel": 3}], "main": {"type": "tv"}}
      """#
    var device = try Device(reading: text)
    #expect(device.usages.count == 3 && device.unreadable == [])
    guard case .app(var app) = device.usages[1], case .other = device.usages[2] else {
      Issue.record("\(device.usages)")
      return
    }
    app.bundle = "c.d"
    device.usages[1] = .app(app)
    #expect(
      device.json["usages"]?[0]?.text == #"{"type": "web", "url": "https://example.org", "n": 1}"#)
    #expect(device.json["usages"]?[1]?.text == #"{"type": "app", "bundle": "c.d"}"#)
    #expect(device.json["usages"]?[2]?.text == #"{"type": "tv", "channel": 3}"#)
  }

  @Test func `a generic struct is one too`() throws {
    var page = try Page<Writer>(reading: #"{"items": [{"name": "A", "x": 1}], "next": 2, "of": 9}"#)
    page.items[0].name = "B"
    #expect(page.json.text == #"{"items": [{"name": "B", "x": 1}], "next": 2, "of": 9}"#)
  }

  // MARK: Initialisers and other members

  @Test func `the initialiser takes the properties and writes them`() {
    #expect(Writer(name: "Ada").json.text == #"{"name":"Ada"}"#)
    #expect(FullName(first: "A", last: "B").json.text == #"{"first":"A","last":"B"}"#)
    let value = Preferences(theme: "dark", size: 2, kind: .magazine)
    #expect(value.theme == "dark" && value.size == 2 && value.kind == .magazine)
    #expect(value.json["limit"] == 12 && value.json["revision"] == 1)
  }

  @Test func `private, computed, static and lazy properties and constants are not in JSON`() throws
  {
    var value = try Preferences(
      reading: #"{"cached": 1, "origin": "x", "serial": 5, "shown": 2, "shared": 4, "version": 9}"#)
    #expect(value.version == 2 && Preferences.shared == 3)
    #expect(value.summary == "light 0" && value.shown == "light" && value.unreadable == [])
    value.revise()
    #expect(value.revision == 2 && value.summary == "light 1")
    #expect(value.json["revision"] == 2 && value.json["cached"] == 1)
  }

  @Test func `an initialiser of the author's reads what older programs wrote`() throws {
    let name = try FullName(reading: #"{"name": "Ada Lovelace", "born": 1815}"#)
    #expect(name.first == "Ada" && name.last == "Lovelace")
    #expect(
      name.json.text
        == #"{"name": "Ada Lovelace", "born": 1815, "first": "Ada", "last": "Lovelace"}"#)
    let data = Data(#"{"name": "Grace Hopper"}"#.utf8)
    #expect(try JSONDecoder().decode(FullName.self, from: data).last == "Hopper")
    #expect(try Page<FullName>(reading: #"{"items": [{"name": "A B"}]}"#).items[0].last == "B")
  }

  @Test func `an initialiser of JSON may begin with one of no values`() throws {
    #expect(Parcel().sender.name == "nobody" && !Parcel().isOpen)
    #expect(Parcel(isOpen: true).json == ["sender": ["name": "nobody"], "isOpen": true])
    let parcel = try Parcel(reading: #"{"from": "Ada", "x": 1.0}"#)
    #expect(parcel.sender.name == "Ada")
    #expect(parcel.json.text == #"{"from": "Ada", "x": 1.0, "sender": {"name":"Ada"}}"#)
    #expect(Parcel.placeholder.sender.name == "nobody")
  }

  // MARK: Codable, Hashable

  @Test func `unknown members survive any coder, value for value`() throws {
    let decoded = try JSONDecoder().decode([Preferences].self, from: Data("[\(text)]".utf8))
    var value = try #require(decoded.first)
    value.theme = "blue"
    let again = try JSONDecoder().decode(
      JSON.self, from: JSONEncoder().encode(["value": value]))
    #expect(again["value"]?["theme"] == "blue")
    #expect(again["value"]?["window"] == ["width": 640, "x": [1, ["y": .null]]])
    #expect(again["value"]?["name"] == "Aña")
    #expect(again["value"]?.count == 5)
  }

  @Test func `values are equal if properties and unknown members are`() throws {
    let missing = Preferences(json: [:])
    #expect(missing == Preferences())
    #expect(missing.hashValue == Preferences().hashValue)
    #expect(missing == Preferences(json: ["theme": "light", "size": .null]))
    #expect(missing != Preferences(json: ["theme": "dark"]))
    #expect(missing != Preferences(json: ["theme": 5]))
    #expect(missing != Preferences(json: ["unknown": 1]))
    #expect(missing != Preferences(json: ["limit": .null]))
    #expect(
      try Preferences(reading: #"{"x": [1, 2], "since": "2024-05-31T12:00:00Z", "font-size": 1e1}"#)
        == Preferences(reading: #"{"since":"2024-05-31 12:00","x":[1.0,2],"size":null}"#))
    #expect(
      Set([Writer(name: "a"), Writer(json: ["name": "a", "default": false]), Writer()]).count == 2)
  }

  @Test func `copies do not change each other`() throws {
    let first = try Preferences(reading: text)
    var second = first
    second.theme = "x"
    second.author.name = "y"
    #expect(first.json.text == text && second.author.name == "y")
  }
}
