import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct ObjectJSONTests {
  private let run: SyncRun
  private let nina: Artist

  init() throws {
    run = try SyncRun()
    let verve = Imprint(id: 5, name: "Verve", in: run.context)
    nina = Artist(
      id: 1, name: "Nina", birthDate: Date(timeIntervalSince1970: 0), plays: 7, tags: ["soul"],
      in: run.context)
    nina.label = verve
    let genres = ["jazz", "soul"].map { Style(name: $0, in: run.context) }
    for (code, title) in [("A", "Pastel Blues"), ("B", "High Priestess")] {
      let record = Disc(code: code, title: title, price: Decimal(string: "9.90"), in: run.context)
      record.artist = nina
      record.genres = Set(genres)
      for number in [2, 1] {
        _ = Song(number: number, title: "s\(number)", record: record, in: run.context)
      }
    }
    try run.context.save()
  }

  @Test func anObjectIsWrittenWithItsAttributesAndTheIdentitiesOfToOnes() throws {
    #expect(
      try run.context.json(nina).text
        == #"{"id":1,"name":"Nina","bio":null,"birthDate":"1970-01-01T00:00:00Z","#
        + #""stats":{"plays":7},"tags":["soul"],"label":5}"#)
  }

  @Test(arguments: [0, 9, 10, -1, -10, 1_234_567_890, .max, .min])
  func aWholeNumberIsWrittenWithItsDigits(_ number: Int) throws {
    nina.id = number
    #expect(
      try run.context.json(nina, as: JSONShape { $0.id }).text == #"{"id":\#(number)}"#)
  }

  @Test(arguments: [
    ("", "\"\""), ("é😀", #""é😀""#), ("a\"b\\c\nd", #""a\"b\\c\nd""#),
    ("0123456\"89", #""0123456\"89""#), ("\u{1}01234567", #""\u000101234567""#),
    ("01234567\u{2028}89", #""01234567\u202889""#), ("01234567é\t", #""01234567é\t""#),
  ])
  func aTextIsWrittenWithTheEscapesThatItNeeds(_ text: String, _ written: String) throws {
    nina.name = text
    #expect(
      try run.context.json(nina, as: JSONShape { $0.name }).text == #"{"name":\#(written)}"#)
  }

  @Test func aFormatSaysHow() throws {
    let format = JSONFormat(keys: .snakeCase, dates: .unixSeconds, writesNulls: false)
    #expect(
      try run.context.json(nina, format: format).text
        == #"{"id":1,"name":"Nina","birth_date":0,"stats":{"plays":7},"tags":["soul"],"label":5}"#)
  }

  @Test func aShapeSaysWhichMembersInWhichOrder() throws {
    let json = try run.context.json(
      nina,
      as: JSONShape {
        $0.name.named("artist.name")
        $0.label { $0.name }
        $0.records {
          $0.title
          $0.price
          $0.genres
          $0.songs { $0.number }
        }
        $0.plays.named("artist.plays")
      })
    let songs = #""songs":[{"number":2},{"number":1}]"#
    #expect(
      json.text
        == #"{"artist":{"name":"Nina","plays":7},"label":{"name":"Verve"},"records":["#
        + #"{"title":"Pastel Blues","price":9.9,"genres":["jazz","soul"],\#(songs)},"#
        + #"{"title":"High Priestess","price":9.9,"genres":["jazz","soul"],\#(songs)}]}"#)
  }

  @Test func membersMayBeNamedByAnAttribute() throws {
    let json = try run.context.json(
      nina, as: JSONShape { $0.records.keyed(by: \.code) { $0.title } })
    #expect(
      json.text
        == #"{"records":{"A":{"title":"Pastel Blues"},"B":{"title":"High Priestess"}}}"#)
  }

  @Test func aShapeMayBeUsedInOthersAndDependOnWhoAsks() throws {
    let short = JSONShape<Disc> { $0.code }
    func shape(isAdmin: Bool) -> JSONShape<Artist> {
      JSONShape {
        $0.id
        if isAdmin { $0.plays }
        $0.records(short)
      }
    }
    #expect(
      try run.context.json(nina, as: shape(isAdmin: false)).text
        == #"{"id":1,"records":[{"code":"A"},{"code":"B"}]}"#)
    #expect(
      try run.context.json(nina, as: shape(isAdmin: true)).text
        == #"{"id":1,"stats":{"plays":7},"records":[{"code":"A"},{"code":"B"}]}"#)
  }

  @Test func toOnesThatReferToNothingAreNull() throws {
    let artist = Artist(id: 2, in: run.context)
    #expect(
      try run.context.json(
        artist,
        as: JSONShape {
          $0.label { $0.name }; $0.id
        }
      ).text
        == #"{"label":null,"id":2}"#)
  }

  @Test func relationshipsOfManyObjectsAreReadTogether() throws {
    let fresh = run.container.newContext()
    _ = try run.container.expectQueries(4) {
      try fresh.json(
        Disc.all.sorted(by: \.code),
        as: JSONShape {
          $0.title
          $0.artist { $0.name }
          $0.genres { $0.name }
          $0.songs { $0.title }
        })
    }
  }

  @Test func manyObjectsAreWrittenAPieceAtATime() throws {
    for number in 10..<3010 { _ = Artist(id: number, name: "name \(number)", in: run.context) }
    try run.context.save()
    var (text, pieces) = ([UInt8](), 0)
    let fresh = run.container.newContext()
    let request = Artist.all.sorted(by: \.id)
    try fresh.writeJSON(
      request,
      as: JSONShape {
        $0.id; $0.name
      }, batch: 100
    ) {
      text += $0
      pieces += 1
    }
    #expect(pieces > 3)
    #expect(
      try JSON(reading: text)
        == run.context.json(
          request,
          as: JSONShape {
            $0.id; $0.name
          }))
    var empty: [UInt8] = []
    try fresh.writeJSON(Artist.where { $0.id < 0 }) { empty += $0 }
    #expect(String(decoding: empty, as: UTF8.self) == "[]")
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let shape = JSONShape<Artist> {
      $0.id
      $0.name
      $0.birthDate
      $0.plays
      $0.tags
      $0.label {
        $0.id; $0.name
      }
      $0.records {
        $0.code; $0.title; $0.price;
        $0.songs {
          $0.number; $0.title
        }
      }
    }
    let json = try run.context.json(Artist.all, as: shape)
    let other = try SyncRun()
    try other.context.sync(Artist.self, from: json)
    try other.context.save()
    #expect(try other.context.json(Artist.all, as: shape) == json)
  }

  @Test func whatJSONHasNothingForIsRefusedWithItsPath() throws {
    nina.birthDate = Date(timeIntervalSinceReferenceDate: .infinity)
    #expect(
      throws: JSONWritingError(
        message: "JSON has nothing for the value of 'Artist.birthDate', which is not finite or a "
          + "date beyond the years 0 to 9999", path: JSONPath([.index(0), .name("birthDate")]))
    ) {
      try run.context.json([nina])
    }
  }

  @Test func whatContainsSomethingDeepIsWritten() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let json: JSON = ["echo": try JSON(reading: deep)]
    #expect(json.text == "{\"echo\":\(deep)}")
  }

  @Test func whatIsSecretIsWrittenOnlyWhereAShapeNamesIt() throws {
    let context = try StoreKind.sqlite.container(Shipment.self, ExpressShipment.self, Hub.self)
      .newContext()
    let parcel = Shipment(trackingCode: "x", weightInKG: 1, secret: "s", pin: "1234", in: context)
    try context.save()
    #expect(
      try context.json(parcel).text
        == #"{"tracking":{"code":"x"},"weightInKG":1,"depot_code":null,"twice":2}"#)
    let shape = JSONShape<Shipment> {
      $0.pin
      $0.secret.named("s")
    }
    #expect(try context.json(parcel, as: shape).text == #"{"pin":"1234","s":"s"}"#)
    #expect(throws: JSONWritingError.self) {
      try context.json(parcel, as: JSONShape { $0.secret })
    }
  }
}
