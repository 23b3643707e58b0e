import EntityGraph
import EntityGraphFoundation
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Requests are stored as JSON and read again, and refused where they do not fit.
@Suite struct SavedRequestTests {
  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  private func json<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> String {
    String(decoding: try encoder.encode(request), as: UTF8.self)
  }

  private func request(_ json: String) throws -> FetchRequest<Book> {
    try JSONDecoder().decode(FetchRequest<Book>.self, from: Data(json.utf8))
  }

  @Test func aMemberThatNoRequestHasIsRefused() throws {
    for json in [
      #"{"version":1,"entity":"Book","conditions":[{"node":"true"}]}"#,
      #"{"version":1,"entity":"Book","Limit":1}"#,
    ] {
      let error = #expect(throws: DecodingError.self) { try request(json) }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(json) is refused otherwise")
        continue
      }
      #expect(context.debugDescription.hasPrefix("a request has no \""))
    }
    #expect(try request(#"{"version":1,"entity":"Book","limit":1}"#).limit == 1)
  }

  @Test func theFormIsThatOfTheVersion() throws {
    #expect(try json(Book.all) == #"{"entity":"Book","version":1}"#)
    let request = Book.where { $0.pages > 100 && $0.author.name == "Ursula" }
      .sorted(by: \.title, .descending, nils: .last).limit(10).offset(2)
      .excludingSubentities().ignoringPendingChanges()
    let text = try json(request)
    #expect(
      text
        == #"{"condition":[{"count":2,"node":"all"},{"comparison":"greater","node":"comparison"},"#
        + #"{"node":"attribute","path":["pages"]},{"node":"value","value":{"integer":100}},"#
        + #"{"comparison":"equal","node":"comparison"},{"node":"attribute","path":["author","#
        + #""name"]},{"node":"value","value":{"text":"Ursula"}}],"entity":"Book","#
        + #""includesPendingChanges":false,"includesSubentities":false,"limit":10,"offset":2,"#
        + #""sorting":[{"nils":"last","order":"descending","value":[{"node":"attribute","path":"#
        + #"["title"]}]}],"version":1}"#)
    #expect(try self.request(text).debugDescription == request.debugDescription)
  }

  @Test(arguments: [
    Film.all, Film.where { $0.minutes % 3 == 1 || !$0.isOpen },
    Film.where { ($0.seats ?? 0) + $0.minutes > 3 && $0.score.rounded(.up) < 9 },
    Film.where { $0.title.folded([.ignoringCase]).hasPrefix("a") && $0.subtitle.isNil() },
    Film.where { $0.premiere.start(of: .month) < .now && $0.premiere.year == 2001 },
    Film.where { $0.director == nil || $0.studio.films.count > 1 },
    Film.where { $0.tags.any { $0.name == "war" } && $0.tags.contains(where: { $0.name != "x" }) },
    Film.where { ($0.minutes > 100).then("long", else: "short") == "long" },
    Film.where { $0.rating.in([.adult, .teen]) && $0.score != .nan && $0.score > -.infinity },
    Film.where { max($0.minutes, $0.director.films.max(\.minutes) ?? 0) > 3 },
    Film.where { $0.title.equals("x", ignoringCase: true) || $0.title.count > 3 },
    Film.where { $0.minutes > Film.where { $0.isOpen }.min(\.minutes) },
    Film.where { $0.title.in(Theme.select { $0.name }) || $0.director.in(Director.all) },
    Film.sorted(by: \.title, .descending, nils: .first).limit(2)
      .union(Film.sorted { $0.director.name }.offset(1).limit(1)),
    Film.all.shuffled(seed: 7), Film.where { $0.title.like("%i_n%") },
    Film.where { ("x" + $0.title).matches(regex: "^x[A-B]") },
    Film.sorted { $0.director.name }.sorted(.descending) { $0.tags.count },
    Film.sorted(by: \.title, locale: Locale(identifier: "sv_SE"), numeric: true, nils: .last),
    Film.sorted(.descending, locale: Locale(identifier: "de")) { $0.director.name },
    Film.where { $0.objectID > ObjectID(entityName: "Film", rowID: 1) },
    Film.where { $0.studio.objectID.in([ObjectID(entityName: "Studio", rowID: 1)]) },
  ])
  func everyRequestIsReadAsItWasSaved(request: FetchRequest<Film>) throws {
    let text = try json(request)
    let read = try JSONDecoder().decode(FetchRequest<Film>.self, from: Data(text.utf8))
    #expect(read.tree == request.tree)
    #expect(read.sorting == request.sorting)
    let context = try Cinema().context
    #expect(try context.codes(read) == context.codes(request))
  }

  @Test func aClassThatNothingRefersToIsAskedAfterItIsKnown() throws {
    _ = try Bench(Person.self, Film.self, Director.self, Studio.self, Theme.self)
    let request = Film.where { film in
      film.title.in(Person.select { $0.name })
        || Person.where { $0.name == film.title }.exists()
    }
    let text = try json(request)
    let read = try JSONDecoder().decode(FetchRequest<Film>.self, from: Data(text.utf8))
    #expect(read.tree == request.tree)
    let other = text.replacing("Person", with: "Nobody")
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FetchRequest<Film>.self, from: Data(other.utf8))
    }
    guard case .dataCorrupted(let context)? = error else { return }
    #expect(
      context.debugDescription
        == "nothing that 'Film' refers to is an object of \"Nobody\", which a condition asks, and "
        + "no model has been made of a class of that name")
  }

  @Test func aRequestThatDoesNotFitIsRefusedInWords() throws {
    func refusal(_ json: String) -> String? {
      do {
        _ = try request(json)
        return nil
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
    }
    func comparison(_ path: String, _ value: String) -> String {
      #"{"version":1,"entity":"Book","condition":[{"node":"comparison","comparison":"equal"},"#
        + #"{"node":"attribute","path":["# + path + #"]},{"node":"value","value":"# + value + "}]}"
    }
    #expect(refusal(comparison(#""pages""#, #"{"integer":3}"#)) == nil)
    #expect(
      refusal(#"{"version":2,"entity":"Book"}"#)
        == "the request was saved in a form of version 2; this library reads version 1")
    #expect(
      refusal(#"{"version":1,"entity":"Author"}"#)
        == #"the request is for objects of "Author", and one for 'Book' is wanted"#)
    #expect(
      refusal(comparison(#""wordCount""#, #"{"integer":3}"#))
        == #"'Book' has no property "wordCount""#)
    #expect(
      refusal(comparison(#""author","age""#, #"{"integer":3}"#))
        == #"'Author' has no property "age""#)
    #expect(
      refusal(comparison(#""pages","age""#, #"{"integer":3}"#))
        == "'Book.pages' is no to-one relationship")
    #expect(
      refusal(comparison(#""subjects""#, #"{"integer":3}"#)) == "'Book.subjects' is no attribute")
    #expect(
      refusal(comparison(#""pages""#, #"{"text":"secret"}"#))
        == "a condition on 'Book' compares values of the type 'int64' with a value of another type")
    #expect(
      refusal(comparison(#""tags""#, #"{"text":"secret"}"#))
        == "a condition on 'Book' compares what is stored as JSON, which can be compared with nil "
        + "alone")
    #expect(refusal(comparison(#""tags""#, "{}")) == nil)
    #expect(
      refusal(comparison("", #"{"integer":3}"#)) == "a condition on 'Book' names no property")
    #expect(
      refusal(
        #"{"version":1,"entity":"Book","sorting":[{"value":[{"node":"attribute","path":["tags"]}],"#
          + #""order":"ascending"}]}"#) == "objects of 'Book' cannot be sorted by what has no order"
    )
  }

  @Test(arguments: [
    #"{"node":"function","function":"add","type":"int64","count":0}"#,
    #"{"node":"function","function":"add","type":"int64","count":-1}"#,
    #"{"node":"function","function":"add","type":"int64","count":9223372036854775807}"#,
    #"{"node":"function","function":"add","type":"string","count":2},{"node":"value","value":"#
      + #"{"text":"a"}},{"node":"value","value":{"text":"a"}}"#,
    #"{"node":"function","function":"datePart","part":"year","timeZone":"x') OR 1 --","type":"date","#
      + #""count":1},{"node":"value","value":{"real":1}}"#,
    #"{"node":"function","function":"folded","folding":64,"type":"string","count":1},"#
      + #"{"node":"value","value":{"text":"a"}}"#,
    #"{"node":"function","function":"length","type":"int64","count":1},"#
      + #"{"node":"value","value":{"integer":1}}"#,
    #"{"node":"function","function":"load_extension","type":"string","count":1},"#
      + #"{"node":"value","value":{"text":"a"}}"#,
    #"{"node":"source"}"#, #"{"node":"object","path":[]}"#,
    #"{"node":"identifier","object":"Book-1"}"#, #"{"node":"value"}"#, #"{"node":"not"}"#,
    #"{"node":"true"}"#, #"{"node":"attribute"}"#,
    #"{"node":"aggregate","aggregate":"sum","path":["subjects"],"type":"string"},{"node":"true"},"#
      + #"{"node":"attribute","path":["name"]}"#,
    #"{"node":"count","path":[]},{"node":"true"}"#,
    #"{"node":"count","path":["author"]},{"node":"true"}"#,
    #"{"node":"count","path":["subjects"]},{"node":"value","value":{"integer":1}}"#,
  ])
  func whatNoProgramWritesIsRefused(operand: String) throws {
    let json =
      #"{"version":1,"entity":"Book","condition":[{"node":"comparison","comparison":"less"},"#
      + operand + #",{"node":"attribute","path":["pages"]}]}"#
    #expect(throws: DecodingError.self) { try request(json) }
  }

  @Test func whatCannotBeAskedOrFoundAgainIsNotSaved() throws {
    let context = try Cinema().context
    #expect(throws: EncodingError.self) { try json(Film.where { $0.shout == "X" }) }
    let director = Director(name: "new", in: context)
    #expect(throws: EncodingError.self) { try json(Film.where { $0.director == director }) }
    try context.save()
    #expect(throws: Never.self) { try json(Film.where { $0.director == director }) }
  }

  @Test func whatCannotBeAskedIsNotSavedForTheReasonThatAFetchGives() throws {
    let context = try Cinema().context
    for request in [
      Film.where { $0.objectID.in(Theme.all) },
      Film.all.union(Film.all.ignoringPendingChanges()),
      Film.where { $0.title.in(Film.select { ($0.title) }.distinct().limit(1)) },
    ] {
      let fetched = #expect(throws: StoreError.self) { try context.fetch(request) }
      let error = #expect(throws: EncodingError.self) { try json(request) }
      guard case .invalidValue(_, let reason)? = error else { continue }
      #expect(reason.debugDescription == fetched?.message)
    }
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Film.where { $0.objectID.in(Theme.all) })
    }
    #expect(
      error?.message
        == "'Film' cannot be asked by a predicate with 'in' of objects of 'Theme', since one of "
        + "'Film' is never among them; write 'in' of a request for 'Film', or for a class that "
        + "extends it or that it extends")
  }

  @Test func noDepthEndsTheProcess() throws {
    @Sendable func nested(_ depth: Int) -> String {
      #"{"version":1,"entity":"Book","condition":["#
        + String(repeating: #"{"node":"not"},"#, count: depth) + #"{"node":"true"}]}"#
    }
    try onASmallStack {
      #expect(throws: Never.self) { try request(nested(100)) }
      for depth in [200, 49_000, 60_000] {
        #expect(throws: DecodingError.self) { try request(nested(depth)) }
      }
    }
  }

  /// A saved request may have been damaged, or made up: it is read or refused, and what is read is
  /// answered or refused.
  @Test(arguments: 0..<12)
  func damagedRequestsEndNoProcess(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let context = try Cinema().context
    let sources = [
      try json(Film.where { $0.title.contains("a") && ($0.seats ?? 1) * 2 > $0.minutes }.limit(3)),
      try json(Film.where { $0.tags.any { $0.name == "war" } }.sorted { $0.director.name }),
      try json(
        Film.where { $0.premiere.start(of: .month) < .now || $0.rating.in([.teen, .adult]) }),
      try json(Film.where { $0.studio.films.sum(\.minutes) > 3 && $0.director == nil }.offset(1)),
    ]
    let words = [
      "null", "true", "-1", "9223372036854775807", "1e400", "[]", "{}", #""""#, "\"add\"",
      "\"node\"", "\"path\"", "\"int64\"", "\"text\"", "\"films\"", "\"director\"", "\"real\"",
      "\"not\"", "\"all\"", "\"members\"", "\"choice\"", "\"attribute\"", "2", "1", "3",
    ]
    for _ in 0..<150 {
      var text = Array(random.pick(sources))
      for _ in 0...random.below(3) {
        let index = random.below(text.count)
        switch random.below(4) {
        case 0: text.remove(at: index)
        case 1: text[index] = random.pick(Array("{}[]\",:0aé\u{0}"))
        default:
          // Exchanges one token for another.
          let start = text[..<index].lastIndex { ":,[{".contains($0) }.map { $0 + 1 } ?? 0
          let end = text[index...].firstIndex { ":,]}".contains($0) } ?? text.count
          if start < end { text.replaceSubrange(start..<end, with: Array(random.pick(words))) }
        }
      }
      guard
        let request = try? JSONDecoder().decode(
          FetchRequest<Film>.self, from: Data(String(text).utf8))
      else { continue }
      let stored = try? context.codes(request.ignoringPendingChanges())
      let director = Director(name: "new", in: context)
      _ =
        Film(code: "N", studio: try #require(try context.first(Studio.all)), in: context)
        .director = director
      _ = try? context.codes(request)
      context.rollback()
      _ = request.debugDescription
      _ = stored
      #expect(throws: Never.self) { try encoder.encode(request) }
    }
  }
}
