import EntityExpansion
import Testing

/// What becomes of a to-one whose inverse is implicit.
@Suite struct ImplicitInverseExpansionTests {
  @Test func `its details are described and no key path to an inverse is checked`() {
    assertMembers(
      ["__describe"],
      of: """
        @Entity final class Town: ManagedObject {
          @Relationship(inverse: .implicit) var land: Land?
          @Relationship(inverse: ImplicitInverse.implicit, deleteRule: .deny, column: "k") var king: King
          @Relationship(inverse: .implicit(deleteRule: .cascade, minimumCount: 1, maximumCount: 3))
          var order: Order
        }
        """
    ) {
      #"""
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Town.self, "Town")
        entity.relationship("land", Land?.self, inverse: .implicit, deleteRule: .nullify)
        entity.relationship("king", King.self, inverse: .implicit, deleteRule: .deny, column: "k")
        entity.relationship(
          "order", Order.self, inverse: .implicit(deleteRule: .cascade, minimumCount: 1, maximumCount: 3),
          deleteRule: .nullify)
      }
      """#
    }
  }

  @Test func `a set and an array have one too`() {
    assertMembers(
      ["__describe"],
      of: """
        @Entity final class Town: ManagedObject {
          @Relationship(inverse: .implicit) var lands: Set<Land>
          @Relationship(
            inverse: .implicit(deleteRule: .deny, maximumCount: 1), deleteRule: .cascade,
            minimumCount: 1, maximumCount: 9, originalName: "old")
          var roads: [Road]
        }
        """
    ) {
      #"""
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Town.self, "Town")
        entity.relationship("lands", Set<Land>.self, inverse: .implicit, deleteRule: .nullify)
        entity.relationship(
          "roads", [Road].self, inverse: .implicit(deleteRule: .deny, maximumCount: 1),
          deleteRule: .cascade, minimumCount: 1, maximumCount: 9, originalName: "old")
      }
      """#
    }
  }

  @Test func `counts of a set that has one are checked as any others`() {
    assertExpansion(
      of: """
        @Entity final class Town: ManagedObject {
          @Relationship(inverse: .implicit(minimumCount: -1), minimumCount: 3, maximumCount: 2) var a: Set<Land>
          @Relationship(inverse: .implicit, column: "x") var b: [Land]
        }
        """,
      diagnostics: """
          @Relationship(inverse: .implicit(minimumCount: -1), minimumCount: 3, maximumCount: 2) var a: Set<Land>
                                                         ^^
        error: 'minimumCount:' must be at least 0 [relationship.count-too-small]
          @Relationship(inverse: .implicit(minimumCount: -1), minimumCount: 3, maximumCount: 2) var a: Set<Land>
                                                                            ^
        error: 'minimumCount:' must not exceed 'maximumCount:', and 3 is more than 2 [relationship.counts-crossed]
          @Relationship(inverse: .implicit, column: "x") var b: [Land]
                                            ^^^^^^^^^^^
        error: to-many relationship 'b' has no column; remove 'column:' [relationship.column-on-to-many]
        """)
  }

  @Test func `its details are read when the program is built`() {
    assertExpansion(
      of: """
        @Entity final class Town: ManagedObject {
          @Relationship(inverse: .implicit(deleteRule: .never, minimumCount: 3, maximumCount: 2)) var a: Land?
          @Relationship(inverse: .implicit(maximumCount: 0)) var b: Land?
          @Relationship(inverse: other) var c: Land?
        }
        """,
      diagnostics: """
          @Relationship(inverse: .implicit(deleteRule: .never, minimumCount: 3, maximumCount: 2)) var a: Land?
                                                       ^^^^^^
        error: '.never' is no delete rule; the rules are '.nullify', '.cascade', '.deny' or '.noAction' [relationship.delete-rule-unknown]
          @Relationship(inverse: .implicit(deleteRule: .never, minimumCount: 3, maximumCount: 2)) var a: Land?
                                                                             ^
        error: 'minimumCount:' must not exceed 'maximumCount:', and 3 is more than 2 [relationship.counts-crossed]
          @Relationship(inverse: .implicit(maximumCount: 0)) var b: Land?
                                                         ^
        error: 'maximumCount:' must be at least 1 [relationship.count-too-small]
          @Relationship(inverse: other) var c: Land?
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: relationship 'c' needs a delete rule: '.nullify', '.cascade', '.deny' or '.noAction' [relationship.delete-rule-missing]
        fix: add 'deleteRule: .nullify'
        fix: add 'deleteRule: .cascade'
        fix: add 'deleteRule: .deny'
        fix: add 'deleteRule: .noAction'
          @Relationship(inverse: other) var c: Land?
                                 ^^^^^
        error: 'inverse:' must be a string literal or '.implicit', since it is read when the program is built [annotation.argument-not-literal]
        """)
  }
}
