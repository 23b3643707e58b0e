import Testing

@testable import EntityModel

@Suite struct UniqueColumnsTests {
  @Test func oneColumnInTwoTreesIsAccepted() {
    expectAccepted([
      Entity("Book", properties: [.string("title"), .string("name", column: "full name")]),
      Entity("Shop", properties: [.string("title"), .string("other", column: "full name")]),
    ])
  }

  @Test func propertiesWithoutColumnAreAccepted() {
    expectAccepted([
      Entity(
        "Book",
        properties: [
          .string("title", column: "all"), .string("note", column: "likes"), .fetch("all", "Book"),
          .many("likes", "Book", inverse: "likes"),
        ])
    ])
  }

  @Test func columnsThatSQLTellsApartAreAccepted() {
    expectAccepted([
      Entity(
        "Book", properties: [.string("größe"), .string("GRÖßE"), .string("\u{212A}"), .string("k")])
    ])
  }

  @Test func columnUsedTwiceInAnEntityIsRejected() {
    expect(
      UniqueColumns.self,
      finds: [
        ModelProblem(
          .duplicateColumn, in: "Book", property: "name",
          "'Book.name' and 'Book.title' are both stored in column 'title'; give one of them another "
            + "with 'column:'")
      ],
      in: [Entity("Book", properties: [.string("title"), .string("name", column: "title")])])
  }

  @Test func columnsThatDifferInCaseAloneAreRejected() {
    expect(
      UniqueColumns.self,
      finds: [
        ModelProblem(
          .duplicateColumn, in: "Book", property: "Title",
          "'Book.Title' and 'Book.title' are both stored in column 'Title'; give one of them another "
            + "with 'column:'")
      ],
      in: [Entity("Book", properties: [.string("title"), .string("Title")])])
  }

  @Test func columnOfAnAttributeIsRejectedForAToOne() {
    expect(
      UniqueColumns.self,
      finds: [
        ModelProblem(
          .duplicateColumn, in: "Book", property: "sequel",
          "'Book.sequel' and 'Book.next' are both stored in column 'next'; give one of them another "
            + "with 'column:'")
      ],
      in: [
        Entity(
          "Book",
          properties: [
            .string("next"), .one("sequel", "Book", inverse: "prequel", column: "next"),
            .one("prequel", "Book", inverse: "sequel"),
          ])
      ])
  }

  @Test func inheritedColumnIsRejected() {
    expect(
      UniqueColumns.self,
      finds: [
        ModelProblem(
          .duplicateColumn, in: "Thriller", property: "heading",
          "'Thriller.heading' and 'Book.title' are both stored in column 'TITLE'; give one of them "
            + "another with 'column:'")
      ],
      in: [
        Entity("Book", properties: [.string("title")]), Entity("Novel", superentity: "Book"),
        Entity(
          "Thriller", superentity: "Novel", properties: [.string("heading", column: "TITLE")]),
      ])
  }

  @Test func columnOfASiblingIsRejectedWhateverThePropertysName() {
    expect(
      UniqueColumns.self,
      finds: [
        ModelProblem(
          .duplicateColumn, in: "Novel", property: "plot",
          "'Novel.plot' and 'Atlas.plot' are both stored in column 'plot'; give one of them another "
            + "with 'column:'"),
        ModelProblem(
          .duplicateColumn, in: "Novel", property: "place",
          "'Novel.place' and 'Atlas.map' are both stored in column 'map'; give one of them another "
            + "with 'column:'"),
      ],
      in: [
        Entity("Book"),
        Entity(
          "Novel", superentity: "Book",
          properties: [.string("plot"), .string("place", column: "map")]),
        Entity("Atlas", superentity: "Book", properties: [.string("plot"), .string("map")]),
      ])
  }

  @Test func columnOfALeafIsRejected() {
    func home(_ leaves: Leaf...) -> Property {
      .attribute(Attribute(name: "home", type: .json, leaves: leaves))
    }
    let city = Leaf(name: "city", type: .string)
    expect(
      UniqueColumns.self,
      finds: [
        ModelProblem(
          .duplicateColumn, in: "Customer", property: "other",
          "'Customer.other' and 'Customer.home.city' are both stored in column 'home.city'; give "
            + "one of them another with 'column:'")
      ],
      in: [Entity("Customer", properties: [home(city), .string("other", column: "home.city")])])
    expect(
      UniqueColumns.self,
      finds: [
        ModelProblem(
          .duplicateColumn, in: "Customer", property: "home",
          "'Customer.home.CITY' and 'Customer.home.city' are both stored in column 'home.CITY'; "
            + "give one of them another name")
      ],
      in: [Entity("Customer", properties: [home(city, Leaf(name: "CITY", type: .string))])])
    expectAccepted([
      Entity("Customer", properties: [home(city), .string("city")])
    ])
  }

  @Test func columnsBelowAnUnknownEntityAreRejected() {
    expect(
      UniqueColumns.self,
      finds: [
        ModelProblem(
          .duplicateColumn, in: "Thriller", property: "story",
          "'Thriller.story' and 'Novel.plot' are both stored in column 'plot'; give one of them "
            + "another with 'column:'")
      ],
      in: [
        Entity("Novel", superentity: "Book", properties: [.string("plot")]),
        Entity("Thriller", superentity: "Novel", properties: [.string("story", column: "plot")]),
      ])
  }

  @Test func columnOfAnInheritedNameIsLeftToUniquePropertyNames() {
    expect(
      UniqueColumns.self, finds: [],
      in: [
        Entity("Book", properties: [.string("title"), .string("title")]),
        Entity("Novel", superentity: "Book", properties: [.string("title")]),
      ])
  }
}
