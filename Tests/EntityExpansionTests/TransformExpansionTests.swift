import Testing

/// What becomes of attributes that a transform stores, and of policies for values that cannot be
/// decoded, and what is wrong with them.
@Suite struct TransformExpansionTests {
  @Test func aTransformedAttributeIsStoredAsWhatTheTransformMakes() {
    assertMembers(
      ["color", "trim", "init", "__describe", "__Values", "__fill", "__load", "__addKeyPaths"],
      of: """
        @Entity final class Wall: ManagedObject {
          @Attribute(.indexed, transform: HexColor.self) var color: Color = .red
          @Attribute(.rule("dark") { (it: Color) in it.isDark }, transform: HexColor.self, column: "t")
          var trim: Color?
          @Transient var note: String = ""
        }
        """
    ) {
      """
      """
    }
  }

  @Test func policiesArePassedOn() {
    assertMembers(
      ["__describe"],
      of: """
        @Entity final class Wall: ManagedObject {
          @Attribute(.undecodable(.throw)) var kind: Kind = .stone
          @Attribute(.unique, .undecodable(UndecodablePolicy.useDefault)) var code: Code?
          @Attribute(.undecodable(.keep)) var tags: [String]
        }
        """
    ) {
      """
      """
    }
  }

  @Test func rejectsWhatDoesNotGoWithATransform() {
    assertExpansion(
      of: """
        @Entity final class Wall: ManagedObject {
          @Attribute(transform: hexColor) var color: Color
          @Attribute(.length(1...9), .searchable, transform: Secret.self) var note: String
          @Attribute(.createdAt, transform: Day.self) var made: Date
          @Attribute(.undecodable(.keep), .undecodable(.throw)) var kind: Kind
          @Attribute(.undecodable(.forget)) var code: Code
        }
        """,
      diagnostics: """
        """)
  }
}
