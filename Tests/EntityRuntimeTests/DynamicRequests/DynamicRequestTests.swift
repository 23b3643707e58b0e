import EntityGraph
import EntityGraphFoundation
import EntityStore
import Foundation
import Testing

@testable import EntityRuntime

/// Requests that are made of names mean what those mean that the compiler has checked.
@Suite struct DynamicRequestTests {
  /// A request by names, and the one that it is like.
  struct Pair: Sendable {
    let dynamic: DynamicRequest
    let typed: FetchRequest<Film>

    init(_ dynamic: DynamicRequest, _ typed: FetchRequest<Film>) {
      self.dynamic = dynamic
      self.typed = typed
    }
  }

  private static let film = DynamicRequest("Film")
  private static let studio = ObjectID(entityName: "Studio", rowID: 1)
  private static let second = ObjectID(entityName: "Film", rowID: 2)
  private static let third = ObjectID(entityName: "Film", rowID: 3)

  @Test(arguments: [
    Pair(film, Film.all),
    Pair(film.where("minutes", .greaterThan, 100), Film.where { $0.minutes > 100 }),
    Pair(film.where("minutes", .lessThanOrEqual, 60), Film.where { $0.minutes <= 60 }),
    Pair(film.where("score", .lessThan, 9), Film.where { $0.score < 9 }),
    Pair(film.where("subtitle", .equal, nil), Film.where { $0.subtitle == nil }),
    Pair(film.where("director", .equal, nil), Film.where { $0.director == nil }),
    Pair(film.where("director.name", .notEqual, "Bong"), Film.where { $0.director.name != "Bong" }),
    Pair(
      film.where("title", .contains, "ALI", ignoringCase: true),
      Film.where { $0.title.contains("ALI", ignoringCase: true) }),
    Pair(
      film.where("title", .equal, "ALIEN", ignoringCase: true),
      Film.where { $0.title.equals("ALIEN", ignoringCase: true) }),
    Pair(film.where("title", .hasPrefix, "A"), Film.where { $0.title.hasPrefix("A") }),
    Pair(film.where("title", .hasSuffix, "l"), Film.where { $0.title.hasSuffix("l") }),
    Pair(film.where("isOpen", .equal, true), Film.where { $0.isOpen }),
    Pair(film.where("rating", .equal, Rating.adult), Film.where { $0.rating == .adult }),
    Pair(film.where(.isIn("minutes", [60, 117])), Film.where { $0.minutes.in([60, 117]) }),
    Pair(film.where(.refers("studio", to: studio)), Film.where { $0.studio == studio }),
    Pair(film.where(.isIn("studio", ids: [studio])), Film.where { $0.studio.in([studio]) }),
    Pair(
      film.where(.isIn("studio.objectID", ids: [studio])), Film.where { $0.studio.in([studio]) }),
    Pair(
      film.where(.isIn("objectID", ids: [second, third])),
      Film.where { $0.objectID.in([second, third]) }),
    Pair(film.where(.refers("objectID", to: second)), Film.where { $0.objectID == second }),
    Pair(film.where(!.refers("", to: second)), Film.where { $0.objectID != second }),
    Pair(film.sorted(by: "objectID", .descending), Film.sorted(by: \.objectID, .descending)),
    Pair(
      film.where(.isIn("subtitle", ["x", nil])), Film.where { $0.subtitle.in(["x", nil]) }),
    Pair(
      film.where(.false || .compare("minutes", .equal, 60)),
      Film.where { .false || $0.minutes == 60 }),
    Pair(
      film.where(.true && .compare("minutes", .equal, 60)),
      Film.where { .true && $0.minutes == 60 }),
    Pair(
      film.where(.any("tags", .compare("name", .equal, "war"))),
      Film.where { $0.tags.any { $0.name == "war" } }),
    Pair(
      film.where(.all("tags", .compare("name", .equal, "war"))),
      Film.where { $0.tags.all { $0.name == "war" } }),
    Pair(
      film.where(.none("studio.films", .compare("code", .equal, "A"))),
      Film.where { $0.studio.films.none { $0.code == "A" } }),
    Pair(film.where(.count("tags", .greaterThan, 1)), Film.where { $0.tags.count > 1 }),
    Pair(
      film.where(
        !(.compare("minutes", .equal, 60) || .compare("code", .equal, "A"))
          && .compare("minutes", .lessThan, 500)),
      Film.where { !($0.minutes == 60 || $0.code == "A") && $0.minutes < 500 }),
    Pair(
      film.sorted(by: "title", .descending, ignoringCase: true).sorted(by: "code"),
      Film.sorted(by: \.title, .descending, ignoringCase: true).sorted(by: \.code)),
    Pair(
      film.sorted(by: "director.name", .descending, locale: Locale(identifier: "sv_SE")),
      Film.sorted(.descending, locale: Locale(identifier: "sv_SE")) { $0.director.name }),
    Pair(
      film.sorted(by: "director.name", nils: .last).offset(1).limit(3),
      Film.sorted(nils: .last) { $0.director.name }.offset(1).limit(3)),
  ])
  func namesMeanWhatTheCompilerChecks(pair: Pair) throws {
    let cinema = try Cinema()
    let context = cinema.context
    var (found, wanted): ([ManagedObject], [Film]) = ([], [])
    let dynamic = try cinema.bench.sql { found = try context.fetch(pair.dynamic) }
    let typed = try cinema.bench.sql { wanted = try context.fetch(pair.typed) }
    #expect(dynamic == typed)
    #expect(found == wanted)
    #expect(try context.count(pair.dynamic) == wanted.count)
    #expect(try context.identifiers(pair.dynamic) == wanted.map(\.objectID))
    #expect(try context.first(pair.dynamic) === wanted.first)
    #expect("\(pair.dynamic)" == "\(pair.typed)")
    // The same of what has not been saved.
    for film in cinema.films { film.minutes += 1 }
    #expect(try context.fetch(pair.dynamic) == context.fetch(pair.typed))
    #expect(
      try context.fetch(pair.dynamic.ignoringPendingChanges())
        == context.fetch(pair.typed.ignoringPendingChanges()))
  }

  @Test func rowsHaveTheValuesByTheirNames() throws {
    let vaults = try Vaults()
    let rows = try vaults.context.fetch(
      DynamicRequest("Deposit").sorted(by: "login").select(
        "objectID", "login", "isActive", "vault", "vault.name", "great", "vault.objectID"))
    #expect(rows.map { $0["login"] } == [.text("C"), .text("a"), .text("b")])
    let row = rows[1]
    #expect(row.names.count == 7)
    #expect(row.value("login", as: String.self) == "a")
    #expect(row.value("isActive", as: Bool.self) == true)
    #expect(row.value("great", as: UInt64.self) == .max)
    #expect(row.value("login", as: Int.self) == nil)
    #expect(row["none"] == nil)
    #expect(row.objectID("objectID") == vaults.accounts[0].objectID)
    #expect(row.objectID("vault") == vaults.vault.objectID)
    #expect(row.objectID("vault.objectID") == vaults.vault.objectID)
    #expect(rows[0].objectID("vault") == nil)
    #expect(row.objectID("login") == nil)
    vaults.accounts[0].login = "z"
    let pending = try vaults.context.fetch(
      DynamicRequest("Deposit").sorted(by: "login", .descending).select(["login", "vault"]))
    #expect(pending[0]["login"] == .text("z"))
    #expect(pending[0].objectID("vault") == vaults.vault.objectID)
  }

  @Test func rowsAreWrittenAsJSON() throws {
    let vaults = try Vaults()
    let rows = try vaults.context.fetch(
      DynamicRequest("Deposit").where("login", .equal, "a").select(
        "objectID", "login", "small", "great", "ratio", "balance", "opened", "key", "picture",
        "home", "isActive", "vault", "vault.name"))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    #expect(
      String(decoding: try encoder.encode(rows), as: UTF8.self)
        == #"[{"balance":10.5,"great":18446744073709551615,"home":"https://example.org/a","#
        + #""isActive":true,"key":"123E4567-E89B-12D3-A456-426614174000","login":"a","#
        + #""objectID":"Deposit-1","opened":"2001-01-01T00:00:00Z","picture":"AQID","ratio":2,"#
        + #""small":5,"vault":"Vault-1","vault.name":"North"}]"#)
    let absent = try vaults.context.fetch(
      DynamicRequest("Deposit").where("login", .equal, "C").select("key", "vault"))
    #expect(
      String(decoding: try encoder.encode(absent), as: UTF8.self) == #"[{"key":null,"vault":null}]"#
    )
  }

  @Test func pagesFollowEachOther() throws {
    let cinema = try Cinema()
    let request = DynamicRequest("Film").sorted(by: "minutes", .descending).sorted(by: "code")
    let wanted = try cinema.context.fetch(
      Film.sorted(by: \.minutes, .descending).sorted(by: \.code))
    var found: [ManagedObject] = []
    var cursor: PageCursor?
    repeat {
      let page = try cinema.context.fetchPage(of: request, after: cursor, size: 2)
      found += page.items
      cursor = page.next
    } while cursor != nil
    #expect(found == wanted)
    // A typed request goes on where one by names ended.
    let first = try cinema.context.fetchPage(of: request, size: 2)
    let typed = Film.sorted(by: \.minutes, .descending).sorted(by: \.code)
    #expect(
      try cinema.context.fetch(typed.page(after: first.next, size: 2)).items == Array(wanted[2..<4])
    )
    let page = try cinema.context.fetchPage(of: request, 3, size: 2)
    #expect(page.items == [wanted[4]])
    #expect(page.total == 5)
    #expect(throws: StoreError.self) { try cinema.context.fetchPage(of: request, 0, size: 2) }
  }

  @Test(arguments: [
    (DynamicRequest("Filmm"), #"there is no entity "Filmm""#),
    (DynamicRequest("Film").where("lenght", .equal, 3), #"'Film' has no property "lenght""#),
    (DynamicRequest("Film").where("", .equal, 3), "a request for 'Film' names no property"),
    (DynamicRequest("Film").where("director.", .equal, 3), #"'Director' has no property """#),
    (DynamicRequest("Film").where("shout", .equal, "A"), #"'Film' has no property "shout""#),
    (
      DynamicRequest("Film").where("title.name", .equal, "A"),
      "'Film.title' is no to-one relationship"
    ),
    (
      DynamicRequest("Film").where("tags.name", .equal, "A"),
      "'Film.tags' is no to-one relationship"
    ),
    (
      DynamicRequest("Film").where("minutes", .equal, "secret"),
      "'Film.minutes' holds a whole number, and is compared with a value of another kind"
    ),
    (
      DynamicRequest("Film").where(.isIn("minutes", ["secret"])),
      "'Film.minutes' holds a whole number, and is compared with a value of another kind"
    ),
    (
      DynamicRequest("Film").where("minutes", .contains, "1"),
      "a condition on 'Film' looks for text in a value that is no text"
    ),
    (
      DynamicRequest("Film").where("title", .contains, 1),
      "'Film' cannot be asked by a predicate with 'contains' and what is no text"
    ),
    (
      DynamicRequest("Film").where("director", .equal, 1),
      "'Film.director' is no attribute; name one of the object that it refers to, or ask for the "
        + "object by its id"
    ),
    (
      DynamicRequest("Film").where(.isIn("title.objectID", ids: [])),
      "'Film.title' is no to-one relationship"
    ),
    (
      DynamicRequest("Film").sorted(by: "tags.objectID"), "'Film.tags' is no to-one relationship"
    ),
    (
      DynamicRequest("Film").where(.any("director", .compare("name", .equal, "A"))),
      "'Film.director' is no to-many relationship"
    ),
    (
      DynamicRequest("Film").sorted(by: "tags"), "'Film.tags' is no attribute"
    ),
    (
      DynamicRequest("Film").sorted(by: "x\" DESC; DROP TABLE Film --"),
      #"'Film' has no property "x\" DESC; DROP TABLE Film --""#
    ),
  ])
  func whatTheModelDoesNotHaveIsRefused(request: DynamicRequest, message: String) throws {
    let context = try Cinema().context
    let error = #expect(throws: StoreError.self) { try context.fetch(request) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message == message)
    #expect(throws: StoreError.self) { try context.count(request) }
  }

  @Test func secretsAreNeitherComparedNorSelectedUnlessThatIsAllowed() throws {
    let vaults = try Vaults()
    let account = DynamicRequest("Deposit")
    let requests = [
      account.where("passwordHash", .equal, "x1"), account.sorted(by: "passwordHash"),
      account.where("vault.code", .equal, "x"),
    ]
    for request in requests {
      #expect(throws: StoreError.self) { try vaults.context.fetch(request) }
      #expect(throws: Never.self) { try vaults.context.fetch(request.allowingSecrets()) }
    }
    let error = #expect(throws: StoreError.self) {
      try vaults.context.fetch(account.select("login", "passwordHash"))
    }
    #expect(
      error?.message == "'Deposit.passwordHash' is secret; a request that is made of names may use "
        + "it once it says 'allowingSecrets()'")
    #expect(throws: StoreError.self) {
      try vaults.context.fetch(
        DynamicRequest("Vault").where(.any("accounts", .compare("passwordHash", .equal, "x1"))))
    }
    let rows = try vaults.context.fetch(
      account.sorted(by: "login", .descending).allowingSecrets().select("passwordHash"))
    #expect(rows.map { $0["passwordHash"] } == [.text(""), .text("x1"), .text("")])
  }

  @Test(arguments: ["tags", "labels", "none", "tags.name", ""])
  func whatIsNoColumnIsNotSelected(name: String) throws {
    let context = try Cinema().context
    #expect(throws: StoreError.self) { try context.fetch(DynamicRequest("Film").select(name)) }
    #expect(throws: StoreError.self) {
      try context.fetch(DynamicRequest("Film").select([] as [String]))
    }
  }

  @Test func aRequestByNamesIsExplained() throws {
    let context = try bookshop().context
    let explanation = try DynamicRequest("Book").where("title", .equal, "x").explain(in: context)
    #expect(explanation.usedIndexes == ["Book.title"])
    #expect(explanation.request == "Book.where { $0.title == ? }")
  }
}
