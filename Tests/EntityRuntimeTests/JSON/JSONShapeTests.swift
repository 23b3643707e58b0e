import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Composition struct FolioSeam {
  var stitches: Int
  var thread: String?
}

@Composition struct FolioSpine {
  var width: Int
  var glued: Date?
  var cost: Decimal = 0
  var seam: FolioSeam?
  var isWide: Bool { width > 9 }
}

@Entity final class ShapedFolio: ManagedObject {
  @Attribute(.unique) var code: String
  var spine: FolioSpine
  @Attribute(json: "extra.case") var slipcase: FolioSpine?
  var shelfRange: ClosedRange<Int> = 1...2
  @Relationship(inverse: "folios", deleteRule: .nullify) var keeper: FolioKeeper?
  @Relationship(inverse: "folio", deleteRule: .cascade) var sheets: [FolioSheet]
  @Attribute(.derived { (folio: Fields<ShapedFolio>) in folio.sheets.count }) var sheetCount: Int
  @Attribute(.derived { (folio: Fields<ShapedFolio>) in folio.code.lowercased() })
  var foldedCode: String
}

@Entity final class FolioSheet: ManagedObject {
  var number: Int
  @Relationship(inverse: "sheets", deleteRule: .nullify) var folio: ShapedFolio?
}

@Entity final class FolioKeeper: ManagedObject {
  var name: String
  @Relationship(inverse: "keeper", deleteRule: .nullify) var folios: Set<ShapedFolio>
}

/// What a shape can name beside stored attributes, and under which names.
@Suite struct JSONShapeTests {
  private let context: ManagedObjectContext
  private let folio: ShapedFolio
  private let keeper: FolioKeeper

  init() throws {
    context = try StoreKind.sqlite.container([
      ShapedFolio.self, FolioSheet.self, FolioKeeper.self,
    ]).newContext()
    keeper = FolioKeeper(name: "Ada", in: context)
    folio = ShapedFolio(
      code: "A1",
      spine: FolioSpine(
        width: 12, glued: Date(timeIntervalSince1970: 0), cost: Decimal(3) / 2,
        seam: FolioSeam(stitches: 40, thread: "red")),
      keeper: keeper, in: context)
    folio.sheets = (1...2).map { FolioSheet(number: $0, in: context) }
    try context.save()
  }

  private func text(
    _ format: JSONFormat = JSONFormat(),
    @JSONShapeBuilder _ members: (JSONFields<ShapedFolio>) -> [JSONShapeMember]
  ) throws -> String {
    try context.json(folio, as: JSONShape(members), format: format).text
  }

  // MARK: Derived attributes

  @Test func derivedAttributesAreNamedLikeOthers() throws {
    let written = try text {
      $0.sheetCount
      $0.foldedCode.named("code.folded")
    }
    #expect(written == #"{"sheetCount":2,"code":{"folded":"a1"}}"#)
    let parcels = try StoreKind.sqlite.container(Shipment.self, ExpressShipment.self, Hub.self)
      .newContext()
    let express = ExpressShipment(dueAt: 3, in: parcels)
    (express.trackingCode, express.weightInKG) = ("x", 1)
    try parcels.save()
    let shape = JSONShape<ExpressShipment> {
      $0.twiceTheWeight
      $0.dueAt
    }
    #expect(try parcels.json(express, as: shape).text == #"{"twice":2,"dueAt":3}"#)
  }

  @Test func membersMayBeNamedByADerivedAttribute() throws {
    let shape = JSONShape<FolioKeeper> {
      $0.folios.keyed(by: \.foldedCode) { $0.sheetCount }
    }
    #expect(try context.json(keeper, as: shape).text == #"{"folios":{"a1":{"sheetCount":2}}}"#)
  }

  @Test func twoMembersOfOneNameAreRefused() throws {
    folio.sheets = folio.sheets + [FolioSheet(number: 1, in: context)]
    #expect(
      throws: JSONWritingError(
        message: "two objects have the same 'FolioSheet.number', which names one member",
        path: JSONPath([.name("sheets")]))
    ) {
      try text { $0.sheets.keyed(by: \.number) { $0.number } }
    }
    #expect(throws: JSONWritingError.self) {
      try text {
        $0.spine
        $0.spine.width
      }
    }
    #expect(throws: JSONWritingError.self) {
      try text {
        $0.spine.width
        $0.spine
      }
    }
  }

  @Test func whatIsNoPropertyIsReported() throws {
    #expect(throws: JSONWritingError.self) { try text { $0.hasChanges } }
    #expect(
      throws: JSONWritingError(
        message: "'ShapedFolio' has no property 'isInserted'", path: JSONPath())
    ) {
      try context.json(
        folio, as: JSONShape<ShapedFolio> { _ in JSONShapeMember(property: "isInserted") })
    }
  }

  // MARK: Other names

  @Test func nestedObjectsAreGivenOtherNamesBeforeOrBehindTheirMembers() throws {
    let short = JSONShape<FolioKeeper> { $0.name }
    let sheets = JSONShape<FolioSheet> { $0.number }
    let written = try text {
      $0.keeper.named("a") { $0.name }
      $0.keeper { $0.name }.named("b")
      $0.keeper.named("c")(short)
      $0.keeper(short).named("d")
      $0.sheets.named("e") { $0.number }
      $0.sheets { $0.number }.named("f.g")
      $0.sheets(sheets).named("f.h")
    }
    let list = #"[{"number":1},{"number":2}]"#
    let person = #"{"name":"Ada"}"#
    #expect(
      written
        == #"{"a":\#(person),"b":\#(person),"c":\#(person),"d":\#(person),"#
        + #""e":\#(list),"f":{"g":\#(list),"h":\#(list)}}"#)
  }

  @Test func objectsByNameAreGivenOtherNamesAndTakeShapes() throws {
    let sheets = JSONShape<FolioSheet> { $0.number }
    let written = try text {
      $0.sheets.keyed(by: \.number) { $0.number }.named("a")
      $0.sheets.named("b").keyed(by: \.number) { $0.number }
      $0.sheets.named("c").keyed(by: \.number, sheets)
      $0.sheets.keyed(by: \.number, sheets).named("d")
    }
    let object = #"{"1":{"number":1},"2":{"number":2}}"#
    #expect(
      written == #"{"a":\#(object),"b":\#(object),"c":\#(object),"d":\#(object)}"#)
    let folios = JSONShape<FolioKeeper> {
      $0.folios.named("x") { $0.code }
      $0.folios { $0.code }.named("y")
      $0.folios.keyed(by: \.code, JSONShape { $0.sheetCount }).named("z")
    }
    #expect(
      try context.json(keeper, as: folios).text
        == #"{"x":[{"code":"A1"}],"y":[{"code":"A1"}],"z":{"A1":{"sheetCount":2}}}"#)
  }

  // MARK: Parts

  @Test func partsOfCompositionsAndRangesAreMembersOfObjectsInside() throws {
    let format = JSONFormat(keys: .snakeCase, dates: .unixSeconds)
    let written = try text(format) {
      $0.spine.width
      $0.spine.glued
      $0.spine.cost
      $0.spine.seam.stitches
      $0.shelfRange.lowerBound
      $0.shelfRange.upperBound.named("last")
    }
    #expect(
      written
        == #"{"spine":{"width":12,"glued":0,"cost":1.5,"seam":{"stitches":40}},"#
        + #""shelf_range":{"lowerBound":1},"last":2}"#)
  }

  @Test func partsOfWhatIsNotThereAreNull() throws {
    let written = try text {
      $0.slipcase.width
      $0.slipcase.seam.thread
      $0.spine.seam
      $0.spine.seam.thread.named("thread")
    }
    #expect(
      written
        == #"{"extra":{"case":{"width":null,"seam":{"thread":null}}},"#
        + #""spine":{"seam":{"stitches":40,"thread":"red"}},"thread":"red"}"#)
    #expect(try text(JSONFormat(writesNulls: false)) { $0.slipcase.width.named("w") } == "{}")
  }

  @Test func aComputedPartIsNoLeaf() throws {
    do {
      _ = try text { $0.spine.isWide }
      Issue.record("a computed property was written")
    } catch let error as JSONWritingError {
      #expect(error.message.hasPrefix("'ShapedFolio.spine' has no leaf "))
    }
  }

  @Test func theIDIsAMember() throws {
    let id = folio.objectID.description
    #expect(try text { $0.objectID } == #"{"objectID":"\#(id)"}"#)
    #expect(
      try text(JSONFormat(keys: .snakeCase)) { $0.objectID } == #"{"object_id":"\#(id)"}"#)
    #expect(try text { $0.objectID.named("ref") } == #"{"ref":"\#(id)"}"#)
  }
}
