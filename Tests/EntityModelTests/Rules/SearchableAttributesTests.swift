import Testing

@testable import EntityModel

@Suite struct SearchableAttributesTests {
  @Test func textsOfATreeThatHaveOneTokenizerMayBeSearchable() {
    expectAccepted([
      Entity("Book", properties: [.searchable("title", .porter), .searchable("note", .porter)]),
      Entity("Novel", superentity: "Book", properties: [.searchable("plot", .porter)]),
      Entity("Shop", properties: [.searchable("name", .trigram)]),
    ])
  }

  @Test func otherTypesAreRejected() {
    expect(
      SearchableAttributes.self,
      finds: [
        ModelProblem(
          .searchableType, in: "Book", property: "pages",
          "'Book.pages' cannot be searchable, since it is stored as int64; only a String or "
            + "String? is, so make it one, or leave out '.searchable'")
      ],
      in: [
        Entity(
          "Book",
          properties: [.attribute(Attribute(name: "pages", type: .int64, search: .unicode))])
      ])
  }

  @Test func differentTokenizersInATreeAreRejected() {
    expect(
      SearchableAttributes.self,
      finds: [
        ModelProblem(
          .tokenizerConflict, in: "Novel", property: "plot",
          "'Novel.plot' is searchable by '.porter', and 'Book.title' by '.unicode'; the searchable "
            + "attributes of an entity and of those that extend it share one index, so give all "
            + "the same tokenizer")
      ],
      in: [
        Entity("Book", properties: [.searchable("title", .unicode)]),
        Entity("Novel", superentity: "Book", properties: [.searchable("plot", .porter)]),
      ])
  }

  @Test func columnsThatTheIndexUsesItselfAreRejected() {
    expect(
      SearchableAttributes.self,
      finds: [
        ModelProblem(
          .searchableColumn, in: "Book", property: "Rank",
          "'Book.Rank' cannot be searchable in column 'Rank', a name that the index uses itself; "
            + "give it another with 'column:'")
      ], in: [Entity("Book", properties: [.searchable("Rank", .unicode)])])
  }
}

extension Property {
  fileprivate static func searchable(_ name: String, _ tokenizer: SearchTokenizer) -> Property {
    .attribute(Attribute(name: name, type: .string, search: tokenizer))
  }
}
