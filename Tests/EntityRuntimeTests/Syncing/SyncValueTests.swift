import EntityGraph
import EntityModel
import EntityStore
import Foundation
import Testing

@testable import EntityRuntime

enum TicketZone: String, Storable, CaseIterable {
  case inner, outer
}

enum TicketPerk: String, Codable, Sendable {
  case meal, wifi
}

@Composition struct TicketFee: Hashable {
  var amount: Double
  var currency: String = "EUR"
  var tax: TicketTax?
}

struct TicketTax: Codable, Hashable, Sendable {
  var rate: Int
  var steps: [UInt8]
}

@DictionaryStorage struct TicketForm {
  var name = ""
}

/// Attributes whose storage types do not say which values they can have.
@Entity final class FareTicket: ManagedObject {
  @Attribute(.unique) var id: Int
  var fee: TicketFee?
  var seats: ClosedRange<Int> = 1...2
  var keywords: [String] = []
  var perks: [TicketPerk] = []
  var grades: [String: [Int]] = [:]
  var forms: [TicketForm] = []
  var zone: TicketZone = .inner
  @Attribute(.undecodable(.throw)) var knownZone: TicketZone = .inner
  @Attribute(.undecodable(.keep)) var extras: [String] = []
  @Attribute(transform: HexPaint.self) var color: Paint = .black
  var weight: Float = 0
  var sold: Date?
}

@Entity final class FareLine: ManagedObject {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: "line", deleteRule: .cascade) var stops: Set<FareStop>
}

/// Known by a number that each line counts from 1.
@Entity final class FareStop: ManagedObject {
  @Attribute(.identity) var number: Int
  var name: String = ""
  @Relationship(inverse: "stops", deleteRule: .nullify) var line: FareLine
}

@Entity class FareWork: ManagedObject {
  @Attribute(.unique) var id: Int
  var title: String = ""
}

@Entity final class FarePlay: FareWork {
  var acts: Int = 1
}

@Entity final class FareBoard: ManagedObject {
  var text: String = ""
}

extension FareBoard: SingleObject {}

@Suite struct SyncValueTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    container = try PersistentContainer.forTesting(
      FareTicket.self, FareLine.self, FareStop.self, FareWork.self, FarePlay.self, FareBoard.self)
    context = container.newContext()
  }

  /// Applies `payload`, saves and returns the report in words.
  @discardableResult
  private func sync<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, deleting: SyncDeletion<Object> = .none,
    _ options: SyncOptions = SyncOptions()
  ) throws -> String {
    let report = try context.sync(
      type, from: JSON(reading: payload), deleting: deleting, options: options)
    try context.save()
    expectSound(context)
    return report.description
  }

  /// Returns why `payload` is refused, and expects that nothing has changed.
  private func refusal<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, deleting: SyncDeletion<Object> = .none,
    _ options: SyncOptions = SyncOptions()
  ) throws -> String? {
    do {
      _ = try context.sync(
        type, from: JSON(reading: payload), deleting: deleting, options: options)
      return nil
    } catch let error as SyncError {
      #expect(!context.hasChanges)
      return error.description
    }
  }

  private func ticket(_ id: Int) throws -> FareTicket {
    try #require(try context.find(FareTicket.self, \.id, id))
  }

  private static let good = #"""
    {"id": 1, "fee": {"amount": 5, "currency": "NOK"}, "seats": [3, 7], "keywords": ["a"],
     "perks": ["meal"], "knownZone": "outer", "color": "00ff00"}
    """#

  private func expectGood(_ ticket: FareTicket) {
    #expect(ticket.fee == TicketFee(amount: 5, currency: "NOK"))
    #expect(ticket.seats == 3...7)
    #expect(ticket.keywords == ["a"])
    #expect(ticket.perks == [.meal])
    #expect(ticket.knownZone == .outer)
    #expect(ticket.color == Paint(red: 0, green: 255, blue: 0))
  }

  private static let wrong: [(String, String)] = [
    (
      #""fee": 5"#,
      "fee: 'FareTicket.fee' is a value of 'TicketFee' and this is a number that is none"
    ),
    (
      #""fee": {"currency": "X"}"#,
      "fee.amount: 'FareTicket.fee.amount' is required and missing"
    ),
    (
      #""fee": {"amount": "5"}"#,
      "fee.amount: 'FareTicket.fee.amount' is a number and this is a string"
    ),
    (
      #""fee": {"amount": 5, "tax": {"rate": 1, "steps": [1, 300]}}"#,
      "fee.tax.steps[1]: 'FareTicket.fee.tax.steps[1]' is a whole number that is not negative, "
        + "within the range of the property and this number is none"
    ),
    (
      #""fee": {"amount": 5, "tax": {"rate": 1.5, "steps": []}}"#,
      "fee.tax.rate: 'FareTicket.fee.tax.rate' is a whole number within the range of the property "
        + "and this number is none"
    ),
    (
      #""fee": {"amount": 5, "tax": {"rate": 1, "steps": 4}}"#,
      "fee.tax.steps: 'FareTicket.fee.tax.steps' is a list and this is a number"
    ),
    (
      #""fee": {"amount": 5, "tax": []}"#,
      "fee.tax: 'FareTicket.fee.tax' is an object and this is a list"
    ),
    (
      #""keywords": "x""#,
      "keywords: 'FareTicket.keywords' is a value of 'Array<String>' and this is a string that is "
        + "none"
    ),
    (
      #""keywords": ["x", 5]"#,
      "keywords[1]: 'FareTicket.keywords[1]' is a text and this is a number"
    ),
    (
      #""keywords": [null]"#,
      "keywords[0]: 'FareTicket.keywords[0]' is a text and this is null"
    ),
    (
      #""perks": ["meal", "x"]"#,
      "perks[1]: 'FareTicket.perks[1]' is a part of a value of 'Array<TicketPerk>' and this is a "
        + "string that is none"
    ),
    (
      #""grades": {"a b": [1], "2": [2, "x"]}"#,
      "grades[\"2\"][1]: 'FareTicket.grades[*][1]' is a whole number within the range of the "
        + "property and this is a string"
    ),
    (
      #""forms": [{"name": 5}, 6]"#,
      "forms[1]: 'FareTicket.forms[1]' is a part of a value of 'Array<TicketForm>' and this is a "
        + "number that is none"
    ),
    (
      #""seats": [5, 1]"#,
      "seats: 'FareTicket.seats' is a value of 'ClosedRange<Int>' and this is a list that is none"
    ),
    (
      #""seats": [5, "x"]"#,
      "seats[1]: 'FareTicket.seats[1]' is a whole number within the range of the property and this "
        + "is a string"
    ),
    (
      #""color": "green""#,
      "color: 'FareTicket.color' is what 'HexPaint' makes a value of and this is a string that is "
        + "none"
    ),
    (
      #""knownZone": "far""#,
      "knownZone: 'FareTicket.knownZone' is a value of 'TicketZone' and this is a string that is "
        + "none"
    ),
  ]

  @Test(arguments: wrong)
  func aValueThatTheTypeOfItsAttributeDoesNotKnowIsRefused(
    _ member: String, _ message: String
  ) throws {
    #expect(
      try sync(FareTicket.self, "[\(Self.good)]")
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    let payload = #"[{"id": 1, \#(member)}]"#
    for options in [SyncOptions(), .strict()] {
      #expect(
        try refusal(FareTicket.self, payload, deleting: .none, options)
          == "$[0].\(message)")
    }
    try context.save()
    let other = container.newContext()
    expectGood(try #require(try other.find(FareTicket.self, \.id, 1)))
  }

  @Test(arguments: wrong)
  func onRequestARowWithSuchAValueIsPassedOver(_ member: String, _ message: String) throws {
    try sync(FareTicket.self, "[\(Self.good)]")
    var options = SyncOptions()
    options.invalidRows = .skip
    let payload = #"[{"id": 1, \#(member)}, {"id": 2, \#(member)}, {"id": 3}]"#
    #expect(
      try sync(FareTicket.self, payload, deleting: .missing, options)
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 2 skipped")
    expectGood(try ticket(1))
    #expect(try context.find(FareTicket.self, \.id, 2) == nil)
  }

  @Test func aChangeWithSuchAValueIsRefused() throws {
    try sync(FareTicket.self, "[\(Self.good)]")
    let change = #"{"change": "updated", "entity": "FareTicket", "identity": 1, "values": "#
    let wrong = try JSON(reading: "[" + change + #"{"fee": 5}}]"#)
    let error = #expect(throws: SyncError.self) { try context.applyChanges(from: wrong) }
    #expect(
      error?.description
        == "$[0].values.fee: 'FareTicket.fee' is a value of 'TicketFee' and this is a number that "
        + "is none")
    #expect(!context.hasChanges)
    let right = try JSON(reading: "[" + change + #"{"fee": {"amount": 6}}}]"#)
    try context.applyChanges(from: right)
    try context.save()
    #expect(try ticket(1).fee == TicketFee(amount: 6))
  }

  @Test func aCaseThatAnEnumerationDoesNotKnowIsKept() throws {
    for payload in [#"[{"id": 1, "zone": "far"}]"#, #"[{"id": 1, "zone": "farther"}]"#] {
      try sync(FareTicket.self, payload, deleting: .none, .strict())
    }
    let other = container.newContext()
    let stored = try #require(try other.find(FareTicket.self, \.id, 1))
    for found in [try ticket(1), stored] {
      #expect(found.zone == .inner)
      #expect(found.unrecognizedValues == ["zone": .text("farther")])
    }
    try sync(FareTicket.self, #"[{"id": 1, "zone": "outer"}]"#)
    #expect(try ticket(1).zone == .outer)
    #expect(try ticket(1).unrecognizedValues == [:])
  }

  @Test func whatThePolicyOfAnAttributeKeepsIsKept() throws {
    try sync(FareTicket.self, #"[{"id": 1, "extras": ["a"]}]"#)
    try sync(FareTicket.self, #"[{"id": 1, "extras": {"b": 1}}, {"id": 2, "extras": 7}]"#)
    try context.save()
    #expect(try ticket(1).extras == [])
    #expect(try ticket(1).unrecognizedValues == ["extras": .text(#"{"b": 1}"#)])
    #expect(try ticket(2).unrecognizedValues == ["extras": .text("7")])
  }

  @Test func aStoredValueThatCannotBeReadIsAssignedAsItIs() throws {
    try sync(FareTicket.self, "[\(Self.good)]")
    let found = try ticket(1)
    let index = try #require(found.__entity.layout.propertyIndex("fee"))
    RowTemplate(found.__entity, context.unit).assign([index: .text("5")], to: found)
    #expect(found.fee == nil)
    #expect(found.unrecognizedValues == ["fee": .text("5")])
    for _ in 1...2 { try context.save() }
    #expect(found.storedValue(at: index) == .text("5"))
  }

  // MARK: Identities that are not unique

  private func addStops() throws {
    try sync(
      FareLine.self,
      #"""
      [{"id": 1, "stops": [{"number": 1, "name": "a"}]},
       {"id": 2, "stops": [{"number": 1, "name": "b"}, {"number": 2, "name": "c"}]}]
      """#)
  }

  private func stops() throws -> [String] { try context.fetch(FareStop.all).map(\.name).sorted() }

  private static let unclear =
    "several objects of 'FareStop' have this 'number', which is not unique; synchronize the "
    + "members of one object, 'context.sync(\\.stops, of: line, …)', or mark the attribute "
    + "'.unique'"

  @Test func aRowWhoseIdentitySeveralObjectsHaveIsRefused() throws {
    try addStops()
    let payload = #"[{"number": 2, "name": "C"}, {"number": 1, "name": "x"}]"#
    #expect(
      try refusal(FareStop.self, payload, deleting: .missing) == "$[1]: " + Self.unclear)
    #expect(try stops() == ["a", "b", "c"])
  }

  @Test func onRequestSuchARowIsPassedOverAndNothingIsDeleted() throws {
    try addStops()
    var options = SyncOptions()
    options.invalidRows = .skip
    let payload = try JSON(reading: #"[{"number": 1, "name": "x"}, {"number": 2, "name": "C"}]"#)
    let report = try context.sync(
      FareStop.self, from: payload, deleting: .missing, options: options)
    try context.save()
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(report.skipped.map(\.outcome) == [.skipped(Self.unclear)])
    #expect(try stops() == ["C", "a", "b"])
  }

  @Test func withinOneObjectItIsClearWhichMemberARowIsAbout() throws {
    try addStops()
    let line = try #require(try context.find(FareLine.self, \.id, 2))
    let payload = try JSON(reading: #"[{"number": 1, "name": "x"}]"#)
    try context.sync(\.stops, of: line, from: payload)
    try context.save()
    #expect(try stops() == ["a", "x"])
  }

  // MARK: Members

  @Test func aMemberThatIsNoPropertyIsReportedOnceForItsEntity() throws {
    let payload = #"[{"id": 1, "size": 1}, {"id": 2, "size": 2, "shape": 3}]"#
    let report = try context.sync(FareTicket.self, from: JSON(reading: payload))
    #expect(report.skipped.map { "\($0.path)" } == ["$[0].size", "$[1].shape"])
    #expect(
      report.skipped.first?.outcome
        == .skipped("'FareTicket' has no property for this member"))
    #expect(report.insertedCount == 2)
  }

  @Test func membersAreThoseOfTheClassThatIsNamed() throws {
    try sync(FarePlay.self, #"[{"id": 1, "title": "a", "acts": 3}]"#)
    let payload = try JSON(reading: #"[{"id": 1, "title": "b", "acts": 4}]"#)
    let report = try context.sync(FareWork.self, from: payload)
    try context.save()
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(
      report.skipped.map(\.outcome) == [.skipped("'FareWork' has no property for this member")])
    let play = try #require(try context.find(FarePlay.self, \.id, 1))
    #expect((play.title, play.acts) == ("b", 3))
  }

  @Test(arguments: [JSONKeyStyle.asWritten, .snakeCase], ["line_id", "lineID", "lineId", "line"])
  func identitiesAreReadInEachStyle(_ keys: JSONKeyStyle, _ name: String) throws {
    try sync(FareLine.self, #"[{"id": 7}]"#)
    try sync(
      FareStop.self, #"[{"number": 1, "\#(name)": 7}]"#, deleting: .none,
      .strict(format: JSONFormat(keys: keys)))
    #expect(try context.fetch(FareStop.all).map(\.line.id) == [7])
  }

  @Test(arguments: [JSONKeyStyle.asWritten, .snakeCase], ["stop_ids", "stopIDs", "stopIds"])
  func severalIdentitiesAreReadInEachStyle(_ keys: JSONKeyStyle, _ name: String) throws {
    try sync(FareLine.self, #"[{"id": 7, "stops": [{"number": 1}]}]"#)
    #expect(
      try sync(
        FareLine.self, #"[{"id": 7, "\#(name)": [1]}]"#, deleting: .none,
        .strict(format: JSONFormat(keys: keys)))
        == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
    try sync(
      FareLine.self, #"[{"id": 7, "\#(name)": []}]"#, deleting: .none,
      .strict(format: JSONFormat(keys: keys)))
    #expect(try context.count(FareStop.self) == 0)
  }

  // MARK: Values

  private static let dates: [(JSONDateForm, Double)] = [
    (.unixMilliseconds, 1_709_209.8), (.unixSeconds, 1_709_209_800), (.iso8601, 1_709_209_800),
  ]

  @Test(arguments: dates)
  func aNumberAndItsTextAreOneDate(_ dates: JSONDateForm, _ seconds: Double) throws {
    let options = SyncOptions(format: JSONFormat(dates: dates, coerces: true))
    for value in ["1709209800", #""1709209800""#] {
      try sync(FareTicket.self, #"[{"id": 1, "sold": \#(value)}]"#, deleting: .none, options)
      #expect(try ticket(1).sold == Date(timeIntervalSince1970: seconds))
    }
  }

  @Test func aNumberThatDoesNotFitIsRefusedAsThat() throws {
    #expect(
      try refusal(FareTicket.self, #"[{"id": 1, "weight": 1e39}]"#)
        == "$[0].weight: 'FareTicket.weight' is a number and this one does not fit in it")
    #expect(
      try refusal(FareTicket.self, #"[{"id": 1.5}]"#)
        == "$[0].id: 'FareTicket.id' is a whole number within the range of the property and this "
        + "number is none")
    try sync(FareTicket.self, #"[{"id": 1, "weight": 1e38}]"#)
    #expect(try ticket(1).weight == 1e38)
  }

  // MARK: Objects

  @Test func whatADefaultConditionHidesIsFound() throws {
    try sync(FareTicket.self, #"[{"id": 1, "weight": 1}, {"id": 2, "weight": 9}]"#)
    try context.setDefaultCondition(for: FareTicket.self) { $0.weight < 5 }
    #expect(
      try sync(FareTicket.self, #"[{"id": 2, "weight": 8}, {"id": 3}]"#, deleting: .missing)
        == "1 inserted, 1 updated, 0 unchanged, 1 deleted, 0 skipped")
    #expect(
      try context.fetch(FareTicket.unscoped().sorted(by: \.id)).map(\.weight) == [8, 0])
    // What is hidden is not missing.
    #expect(
      try sync(FareTicket.self, #"[{"id": 3}]"#, deleting: .missing)
        == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
  }

  @Test func aSingleObjectIsNoneThatRowsFind() throws {
    let error = #expect(throws: StoreError.self) {
      try context.sync(FareBoard.self, from: ["text": "x"])
    }
    #expect(
      error?.message
        == "'FareBoard' has no attribute by which a row finds its object; it is a single object: "
        + "assign to what 'context.single(FareBoard.self)' returns")
  }
}
