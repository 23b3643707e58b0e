import EntityGraph
import EntityStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct TransferTests {
  /// A store with two crates and a parcel in one of them.
  private func small() throws -> PersistentContainer {
    let container = try Transfer.container()
    let context = container.newContext()
    let crate = Trunk(name: "A", in: context)
    let inner = Trunk(name: "B", in: context)
    inner.outside = crate
    let parcel = Packet(code: "p", in: context)
    parcel.crate = crate
    try context.save()
    return container
  }

  private static let crates = [
    #"{"object":"Trunk","id":1,"version":2,"values":{"name":"A","outside":null}}"#,
    #"{"object":"Trunk","id":2,"version":2,"values":{"name":"B","outside":1}}"#,
  ]

  @Test func `a file has a line for each object, between a first and a last one`() throws {
    let container = try Transfer.container()
    let context = container.newContext()
    let crate = Trunk(name: "A", in: context)
    Trunk(name: "B", in: context).outside = crate
    try context.save()
    let version = container.modelVersion
    #expect(
      try Transfer.text(of: container) == """
        {"entityGraph":"export","format":1,"model":"\(version)","references":"ids",\
        "entities":["Trunk"],"objects":2,"end":true}
        \(Self.crates[0])
        \(Self.crates[1])
        {"end":2}

        """)
    #expect(
      try Transfer.lines(of: container, ExportOptions(references: .keys)) == [
        #"{"object":"Trunk","values":{"name":"A","outside":null}}"#,
        #"{"object":"Trunk","values":{"name":"B","outside":{"name":"A"}}}"#,
      ])
  }

  @Test func `values are written as people write them, and otherwise as they are stored`() throws {
    let container = try Transfer.container()
    let context = container.newContext()
    let parcel = Packet(code: "p", in: context)
    parcel.isOpen = true
    (parcel.large, parcel.ratio, parcel.light) = (.max, .nan, 0.1)
    parcel.amount = Decimal(string: "1.50")
    parcel.moment = Date(timeIntervalSinceReferenceDate: 0.25)
    parcel.bytes = Data([255])
    parcel.span = .milliseconds(1500)
    parcel.size = ParcelSize(width: 1, depth: nil)
    try context.save()
    let bits = Double.nan.bitPattern
    let lines = try Transfer.lines(of: container)
    #expect(
      lines == [
        #"{"object":"Packet","id":1,"version":2,"values":{"code":"p","isOpen":true,"tiny":0,"#
          + #""medium":0,"large":18446744073709551615,"number":0,"ratio":{"$bits":\#(bits)},"#
          + #""light":0.1,"amount":1.5,"moment":"2001-01-01T00:00:00.250Z","bytes":"/w==","#
          + #""token":null,"link":null,"span":1.5,"grade":"fine","#
          + #""size":{"unit":"cm","width":1},"tags":[],"picture":null,"pin":"","remark":"","#
          + #""note":null,"removed":null,"crate":null,"twin":null,"origin":null}}"#
      ])
  }

  @Test func `an export appears at its path when it is whole`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("crates.jsonl")
      let container = try small()
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try container.export(to: path) { if $0.objects > 0 { throw Stop() } }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
      var seen: [TransferProgress] = []
      let report = try container.export(to: path) { seen.append($0) }
      #expect(report.objects == 3)
      #expect(seen.first?.fraction == 0)
      #expect(seen.last?.fraction == 1)
      #expect(try Data(contentsOf: URL(filePath: path)).count == report.bytes)
      #expect(throws: StoreError.self) { try container.export(to: URL(filePath: path)) }
      try container.export(to: URL(filePath: path), overwriting: true)
      let other = try Transfer.container()
      #expect(try other.importObjects(from: path).inserted == 3)
      #expect(try Transfer.contents(of: other) == Transfer.contents(of: container))
      #expect(
        try other.importObjects(from: URL(filePath: path), options: .init(existing: .skip))
          .description == "0 inserted, 0 updated, 0 unchanged, 3 skipped")
      let missing = #expect(throws: StoreError.self) {
        try other.importObjects(from: directory.path("none"))
      }
      #expect(missing?.code == .fileMissing)
    }
  }

  @Test func `requests choose what is written`() throws {
    let container = try small()
    var text = ""
    try container.export(Trunk.where { $0.name == "B" }, Trunk.where { $0.outside != nil }) {
      text += String(decoding: $0, as: UTF8.self)
    }
    #expect(
      text.split(separator: "\n").dropFirst().map { String($0) } == [Self.crates[1], #"{"end":1}"#])
    let other = try Transfer.container()
    #expect(
      try Transfer.refusal { try Transfer.read(text, into: other) }
        == "line 2: there is a reference to Trunk-1, which neither the file nor the store has")
    var options = ImportOptions()
    options.unknownReferences = .skip
    let report = try Transfer.read(text, into: other, options)
    #expect(
      report.skipped.map(\.description)
        == ["line 2: there is a reference to Trunk-1, which neither the file nor the store has"])
    #expect(try other.newContext().fetch(Trunk.all).map(\.outside) == [nil])
  }

  @Test func `a part of the objects takes no links from others`() throws {
    let container = try Transfer.container()
    let context = container.newContext()
    let sticker = Tagging(text: "s", in: context)
    for code in ["a", "b"] {
      sticker.parcels.insert(Packet(code: code, in: context), at: sticker.parcels.count)
    }
    try context.save()
    var text = ""
    try container.export(Tagging.all, Packet.where { $0.code == "b" }) {
      text += String(decoding: $0, as: UTF8.self)
    }
    #expect(text.contains(#""part":true"#))
    try Transfer.read(text, into: container, ImportOptions(existing: .update))
    let found = try #require(try container.newContext().first(Tagging.all))
    #expect(Set(found.parcels.map(\.code)) == ["a", "b"])
  }

  @Test func `secrets may be left out`() throws {
    let container = try small()
    let text = try Transfer.text(of: container, ExportOptions(omitsSecrets: true))
    #expect(!text.contains("pin") && !text.contains("remark"))
    let other = try Transfer.container()
    try Transfer.read(text, into: other)
    #expect(try other.newContext().fetch(Packet.all).map(\.pin) == [""])
  }

  @Test func `secrets name no objects where they are left out`() throws {
    let container = try StoreKind.sqlite.container(Claim9.self)
    let context = container.newContext()
    _ = Claim9(code: "hidden", in: context)
    try context.save()
    let error = #expect(throws: StoreError.self) {
      try Transfer.text(of: container, ExportOptions(references: .keys, omitsSecrets: true))
    }
    #expect(error?.code == .invalidRequest)
    #expect(try Transfer.text(of: container, ExportOptions(references: .keys)).contains("hidden"))
  }

  @Test func `each new object has a computed default of its own`() throws {
    let container = try StoreKind.sqlite.container(Claim9.self)
    try Transfer.read(
      Transfer.file(
        #"{"object":"Claim9","id":1,"values":{"code":"a"}}"#,
        #"{"object":"Claim9","id":2,"values":{"code":"b"}}"#), into: container)
    let tokens = try container.newContext().fetch(Claim9.all).map(\.token)
    #expect(Set(tokens).count == 2)
  }

  @Test func `what a file changes has the time of the import`() throws {
    let container = try StoreKind.sqlite.container(Claim9.self)
    func read(_ values: String) throws -> Date? {
      try Transfer.read(
        Transfer.file(#"{"object":"Claim9","id":1,"values":{"code":"a"\#(values)}}"#),
        into: container, ImportOptions(existing: .update))
      return try container.newContext().first(Claim9.all)?.changed
    }
    let start = Date(timeIntervalSinceReferenceDate: 0)
    #expect(try read(#","changed":"2001-01-01T00:00:00Z""#) == start)
    #expect(try read("") == start)
    #expect(try read(#","text":"x""#) != start)
    #expect(try read(#","text":"y","changed":"2001-01-01T00:00:00Z""#) == start)
  }

  @Test func `what has no unique attribute cannot be named by one`() throws {
    let container = try StoreKind.sqlite.container(Scrap.self)
    let context = container.newContext()
    _ = Scrap(in: context)
    try context.save()
    let error = #expect(throws: StoreError.self) {
      try Transfer.text(of: container, ExportOptions(references: .keys))
    }
    #expect(
      error?.message
        == "'Scrap' has no unique attribute that its objects could be named by; declare one "
        + "'.unique', or export by ids")
    let other = try StoreKind.sqlite.container(Scrap.self)
    try Transfer.read(Transfer.text(of: container), into: other)
    #expect(try Transfer.contents(of: other) == Transfer.contents(of: container))
  }

  @Test func `metadata goes with all objects`() throws {
    let container = try small()
    try container.setMetadata("x\ny", for: "text")
    try container.setMetadata(Double.nan, for: "number")
    try container.setMetadata(Date(timeIntervalSinceReferenceDate: 5), for: "date")
    let other = try Transfer.container()
    try other.setMetadata("z", for: "text")
    let text = try Transfer.text(of: container)
    #expect(
      try Transfer.refusal { try Transfer.read(text, into: other) }.hasSuffix(
        "metadata: the store has other metadata of that key"))
    try Transfer.read(text, into: other, ImportOptions(existing: .update))
    #expect(try other.metadata(for: "text", as: String.self) == "x\ny")
    #expect(try other.metadata(for: "number", as: Double.self)?.isNaN == true)
    #expect(
      try other.metadata(for: "date", as: Date.self) == Date(timeIntervalSinceReferenceDate: 5))
  }

  // MARK: What is there

  @Test(arguments: StoreKind.allCases)
  func `what the store has is refused, left or updated`(_ store: StoreKind) throws {
    let container = try Transfer.container(store)
    let context = container.newContext()
    let crate = Trunk(name: "A", in: context)
    try context.save()
    let file = Transfer.file(
      #"{"object":"Trunk","id":1,"values":{"name":"changed"}}"#,
      #"{"object":"Trunk","id":2,"values":{"name":"B","outside":1}}"#)
    #expect(
      try Transfer.refusal { try Transfer.read(file, into: container) }
        == "line 2: the store has the object already; skip or update it")
    #expect(try Transfer.contents(of: container).count == 3)
    var report = try Transfer.read(file, into: container, ImportOptions(existing: .skip))
    #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 1 skipped")
    try context.refresh(crate)
    #expect(crate.name == "A")
    report = try Transfer.read(file, into: container, ImportOptions(existing: .update))
    #expect(report.description == "0 inserted, 1 updated, 1 unchanged, 0 skipped")
    try context.refresh(crate)
    #expect(crate.name == "changed")
    #expect(crate.inside.map(\.name) == ["B"])
  }

  @Test(arguments: StoreKind.allCases)
  func `keys find objects whose ids are others`(_ store: StoreKind) throws {
    let container = try Transfer.container(store)
    let context = container.newContext()
    _ = Trunk(name: "other", in: context)
    let crate = Trunk(name: "A", in: context)
    try context.save()
    let report = try Transfer.read(
      Transfer.file(
        #"{"object":"BundlePart","values":{"serial":1,"bundle":{"code":"b"}}}"#,
        #"{"object":"Bundle9","values":{"code":"b","crate":{"name":"A"}}}"#,
        #"{"object":"Tagging","values":{"text":"s"}}"#,
        #"{"list":"Tagging.parcels","of":{"text":"s"},"members":[{"code":"b"}]}"#),
      into: container)
    #expect(report.description == "3 inserted, 0 updated, 0 unchanged, 0 skipped")
    let bundle = try #require(try container.newContext().first(Bundle9.all))
    #expect(bundle.crate?.objectID == crate.objectID)
    #expect(bundle.parts.map(\.serial) == [1])
    #expect(bundle.stickers.map(\.text) == ["s"])
    #expect(bundle.pieces == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `lists become those of the file where objects are updated`(_ store: StoreKind) throws {
    let container = try Transfer.container(store)
    func read(_ lists: String..., existing: ImportOptions.Existing) throws -> String {
      let objects = ["a", "b", "c"].enumerated().map {
        #"{"object":"Packet","id":\#($0 + 1),"values":{"code":"\#($1)"}}"#
      }
      let file =
        ([Transfer.file()] + objects
        + [#"{"object":"Tagging","id":1,"values":{"text":"s"}}"#] + lists).joined(separator: "\n")
      return try Transfer.read(file, into: container, ImportOptions(existing: existing)).description
    }
    func codes() throws -> [String] {
      try #require(try container.newContext().first(Tagging.all)).parcels.map(\.code)
    }
    #expect(
      try read(#"{"list":"Tagging.parcels","of":1,"members":[3,1]}"#, existing: .refuse)
        == "4 inserted, 0 updated, 0 unchanged, 0 skipped")
    #expect(try codes() == ["c", "a"])
    _ = try read(#"{"list":"Tagging.parcels","of":1,"members":[2]}"#, existing: .skip)
    #expect(try codes() == ["c", "a"])
    #expect(
      try read(#"{"list":"Tagging.parcels","of":1,"members":[2,3]}"#, existing: .update)
        == "0 inserted, 1 updated, 4 unchanged, 0 skipped")
    #expect(try codes() == ["b", "c"])
    #expect(
      try read(#"{"list":"Tagging.parcels","of":1,"members":[2,3]}"#, existing: .update)
        == "0 inserted, 0 updated, 4 unchanged, 0 skipped")
    _ = try read(#"{"list":"Packet.neighbours","of":1,"members":[1,2]}"#, existing: .update)
    _ = try read(#"{"list":"Packet.neighbours","of":1,"members":[3]}"#, existing: .update)
    let parcels = try container.newContext().fetch(Packet.all.sorted(by: \.code))
    #expect(parcels.map { $0.neighbours.map(\.code) } == [["c"], [], ["a"]])
  }

  /// A file with trunks of these names, in batches apart: many others are between two of them.
  private func distant(_ trunks: (id: Int, name: String)...) -> String {
    var lines = [Transfer.file()]
    for (index, trunk) in trunks.enumerated() {
      if index > 0 {
        for number in 0..<600 {
          let id = 1000 * index + number
          lines.append(#"{"object":"Trunk","id":\#(id),"values":{"name":"other \#(id)"}}"#)
        }
      }
      lines.append(#"{"object":"Trunk","id":\#(trunk.id),"values":{"name":"\#(trunk.name)"}}"#)
    }
    return lines.joined(separator: "\n")
  }

  private func names(_ container: PersistentContainer) throws -> [Int64: String] {
    let trunks = try container.newContext().fetch(Trunk.where { !$0.name.hasPrefix("other") })
    return Dictionary(uniqueKeysWithValues: trunks.map { ($0.objectID.rowID, $0.name) })
  }

  @Test(arguments: StoreKind.allCases)
  func `unique values move between objects, however far apart these are`(
    _ store: StoreKind
  ) throws {
    let container = try Transfer.container(store)
    try Transfer.read(
      Transfer.file(
        #"{"object":"Trunk","id":1,"values":{"name":"A"}}"#,
        #"{"object":"Trunk","id":2,"values":{"name":"B"}}"#,
        #"{"object":"Trunk","id":3,"values":{"name":"C"}}"#), into: container)
    // Each takes the name of the next one; a new one that of the last.
    let report = try Transfer.read(
      distant((1, "B"), (4, "C"), (2, "A"), (3, "D")), into: container,
      ImportOptions(existing: .update))
    #expect(report.description == "1801 inserted, 3 updated, 0 unchanged, 0 skipped")
    #expect(try names(container) == [1: "B", 2: "A", 3: "D", 4: "C"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a unique value that nobody gives away is refused, with its line`(
    _ store: StoreKind
  ) throws {
    let container = try Transfer.container(store)
    try Transfer.read(
      Transfer.file(
        #"{"object":"Trunk","id":1,"values":{"name":"A"}}"#,
        #"{"object":"Trunk","id":2,"values":{"name":"B"}}"#), into: container)
    let message =
      "line 2, values.name: 'Trunk.name' is unique, and another object has the same"
    for file in [distant((1, "B"), (3, "X")), distant((1, "B"), (2, "B"))] {
      #expect(
        try Transfer.refusal {
          try Transfer.read(file, into: container, ImportOptions(existing: .update))
        } == message)
      #expect(try names(container) == [1: "A", 2: "B"])
    }
    var options = ImportOptions(existing: .update)
    options.invalidLines = .skip
    let report = try Transfer.read(distant((1, "B"), (3, "X")), into: container, options)
    #expect(report.skipped.map(\.description) == [message])
    #expect(try names(container) == [1: "A", 2: "B", 3: "X"])
  }

  @Test func `what waits for a unique value is found by references and lists`() throws {
    let container = try Transfer.container()
    try Transfer.read(
      Transfer.file(
        #"{"object":"Trunk","id":1,"values":{"name":"A"}}"#), into: container)
    let file = distant((7, "A"), (1, "B")).replacing(
      #"{"object":"Trunk","id":1,"#,
      with: """
        {"object":"Packet","id":1,"values":{"code":"p","crate":{"name":"A"}}}
        {"object":"Trunk","id":1,
        """)
    let lists = #"{"list":"Trunk.parcels","of":{"name":"A"},"members":[{"code":"p"}]}"#
    try Transfer.read(
      file + "\n" + lists, into: container, ImportOptions(existing: .update))
    #expect(try names(container) == [1: "B", 7: "A"])
    let packet = try #require(try container.newContext().first(Packet.all))
    #expect(packet.crate?.objectID.rowID == 7)
    #expect(packet.crate?.parcels == [packet])
  }

  @Test func `an error has no more problems than anybody reads`() throws {
    let container = try StoreKind.sqlite.container(Gang.self, Packer.self)
    let gangs = (1...3000).map { #"{"object":"Gang","id":\#($0),"values":{}}"# }
    let error = #expect(throws: ImportError.self) {
      try Transfer.read(
        ([Transfer.file()] + gangs).joined(separator: "\n"), into: container)
    }
    #expect(error?.problems.count == 500)
    #expect(error?.problems.allSatisfy { $0.message.contains("'Gang.packers'") } == true)
    let pairs = (1...3000).map {
      #"{"object":"Packet","id":\#($0),"values":{"code":"p\#($0)","twin":\#($0 % 3000 + 1)}}"#
    }
    let ends = #expect(throws: ImportError.self) {
      try Transfer.read(
        ([Transfer.file()] + pairs).joined(separator: "\n"), into: Transfer.container())
    }
    #expect(ends?.problems.count == 500)
  }

  @Test(arguments: StoreKind.allCases)
  func `ends of a relationship that is to-one at both agree`(_ store: StoreKind) throws {
    let container = try Transfer.container(store)
    func line(_ id: Int, _ twin: String) -> String {
      #"{"object":"Packet","id":\#(id),"values":{"code":"p\#(id)","twin":\#(twin)}}"#
    }
    func twins() throws -> [Int64?] {
      try container.newContext().fetch(Packet.all.sorted(by: \.code)).map {
        $0.twin?.objectID.rowID
      }
    }
    #expect(
      try Transfer.refusal {
        try Transfer.read(Transfer.file(line(1, "2"), line(2, "3"), line(3, "2")), into: container)
      }
        == "'Packet.twin' of Packet-1 is Packet-2, whose 'Packet.twin' is another; both ends have "
        + "to name each other")
    var file = Transfer.file(
      line(1, "2"), #"{"object":"Packet","id":2,"values":{"code":"p2"}}"#,
      line(3, "null"))
    try Transfer.read(file, into: container)
    #expect(try twins() == [2, 1, nil])
    file = Transfer.file(line(1, "3"))
    try Transfer.read(file, into: container, ImportOptions(existing: .update))
    #expect(try twins() == [3, nil, 1])
  }

  @Test func `others are informed once, and the history has one entry`() throws {
    let container = try PersistentContainer.forTesting(
      model: ObjectModel(classes: Transfer.classes),
      options: StoreOptions(history: .everything))
    let text = try Transfer.text(of: small())
    let seen = Mutex<[String]>([])
    let id = container.feed.listen { commit in
      let count = commit.changes?.inserts.count ?? -1
      seen.withLock { $0.append("\(commit.author ?? "nobody"): \(count)") }
    } end: {
    }
    defer { container.feed.remove(id) }
    var rest: [[UInt8]] = [Array(text.utf8)]
    try container.importObjects(author: "partner") { rest.popLast() }
    #expect(seen.withLock { $0 } == ["partner: 3"])
    let entries = try container.history()
    #expect(entries.map(\.author) == ["partner"])
    #expect(entries.first?.inserted.count == 3)
    // What changes nothing is no commit.
    try Transfer.read(text, into: container, ImportOptions(existing: .update))
    #expect(seen.withLock { $0.count } == 1)
    #expect(try container.history().count == 1)
  }

  @Test func `an import that is given up has done nothing`() throws {
    let container = try Transfer.container()
    struct Stop: Error {}
    let text = try Transfer.text(of: small())
    var rest: [[UInt8]] = [Array(text.utf8)]
    #expect(throws: Stop.self) {
      try container.importObjects(
        progress: { if $0.objects > 1 { throw Stop() } }, reading: { rest.popLast() })
    }
    #expect(try Transfer.contents(of: container) == [])
    try Transfer.read(text, into: container)
  }
}
