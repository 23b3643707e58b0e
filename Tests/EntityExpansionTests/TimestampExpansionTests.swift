import Testing

/// What becomes of attributes that keep a time by themselves, and what is wrong with them.
@Suite struct TimestampExpansionTests {
  @Test func anAttributeThatKeepsATimeCanBeLeftOut() {
    assertMembers(
      ["init", "__describe"],
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.createdAt) var made: Date
          @Attribute(.updatedAt, .indexed, column: "changed") var updated: Foundation.Date?
          @Attribute(.createdAt) var begun: Date = Date(timeIntervalSince1970: 0)
        }
        """
    ) {
      """
      init(
        made: Date = .distantPast, updated: Foundation.Date? = nil,
        begun: Date = Date(timeIntervalSince1970: 0), in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(made: made, updated: updated, begun: begun)
        __didInsert(0..<3)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("made", Date.self, options: [.createdAt], hasDefault: true)
        entity.attribute(
          "updated", Foundation.Date?.self, options: [.updatedAt, .indexed], column: "changed")
        entity.attribute("begun", Date.self, options: [.createdAt], hasDefault: true)
      }
      """
    }
  }

  @Test func rejectsTimesOfOtherTypes() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.createdAt) var made: Int
          @Attribute(.updatedAt) var changed = "now"
          @Attribute(.createdAt, .updatedAt) var both: Date
        }
        """,
      diagnostics: """
          @Attribute(.createdAt) var made: Int
                     ^^^^^^^^^^
        error: 'made' cannot be '.createdAt', since its type is not written 'Date' or 'Date?' [attribute.timestamp-type]
          @Attribute(.updatedAt) var changed = "now"
                                     ^^^^^^^
        error: 'changed' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': String'
          @Attribute(.createdAt, .updatedAt) var both: Date
                                 ^^^^^^^^^^
        error: an attribute is '.createdAt' or '.updatedAt', and not both; leave one out, and declare a second property for it [attribute.timestamp-twice]
        """)
  }
}
