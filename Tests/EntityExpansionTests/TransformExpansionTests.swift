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
      #"""
      @Attribute(.indexed, transform: HexColor.self) var color: Color {
        get {
          if __values == nil { __fire() }
          if let value = __values.color.value { return value.value }
          let value = __read(__values.color, __Index.color, EntityGraph.Transformed<HexColor>.self)
          return (__values?.color.didRead(value) ?? value).value
        }
        set { __willWrite(__Index.color); __values.color = .init(EntityGraph.Transformed<HexColor>(newValue)) }
      }

      @Attribute(.rule("dark") { (it: Color) in it.isDark }, transform: HexColor.self, column: "t")
      var trim: Color? {
        get {
          if __values == nil { __fire() }
          if let value = __values.trim.value { return value?.value }
          let value = __read(__values.trim, __Index.trim, EntityGraph.Transformed<HexColor>?.self)
          return (__values?.trim.didRead(value) ?? value)?.value
        }
        set { __willWrite(__Index.trim); __values.trim = .init(EntityGraph.Transformed<HexColor>(newValue)) }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var color: EntityGraph.__Deferred<EntityGraph.Transformed<HexColor>>
        var trim: EntityGraph.__Deferred<EntityGraph.Transformed<HexColor>?>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.color: __row.write(self.color)
          case __Index.trim: __row.write(self.trim)
          default: return false
          }
          return true
        }
      }

      init(
        color: Color = .red, trim: Color? = nil, note: String = "",
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(
          color: .init(EntityGraph.Transformed<HexColor>(color)),
          trim: .init(EntityGraph.Transformed<HexColor>(trim)))
        __didInsert(0..<2) {
          self.note = note
        }
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Wall.self, "Wall")
        entity.attribute(
          "color", EntityGraph.Transformed<HexColor>.self, options: [.indexed],
          default: EntityGraph.Transformed<HexColor>(Color.red))
        entity.attribute("trim", EntityGraph.Transformed<HexColor>?.self, column: "t")
        entity.rule("trim", EntityGraph.Transformed<HexColor>?.self, "dark", { (it: Color) in it.isDark })
      }

      override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
        super.__addKeyPaths(to: &table)
        table.add("color", \Wall.color, transform: HexColor.self, storedAs: \Wall.$color)
        table.add("trim", \Wall.trim, transform: HexColor.self, storedAs: \Wall.$trim)
        table.add("note", \Wall.note, isTransient: true)
      }

      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          color: __deferred(__row, __start, __Index.color, EntityGraph.Transformed<HexColor>.self),
          trim: __deferred(__row, __start + 1, __Index.trim, EntityGraph.Transformed<HexColor>?.self))
      }

      override func __fill() {
        super.__fill()
        __values = __Values(color: .init(EntityGraph.Transformed<HexColor>(.red)), trim: .init(nil))
      }
      """#
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
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Wall.self, "Wall")
        entity.attribute("kind", Kind.self, options: [.undecodable(.throw)], default: Kind.stone)
        entity.attribute("code", Code?.self, options: [.unique, .undecodable(.useDefault)])
        entity.attribute("tags", [String].self, options: [.undecodable(.keep)])
      }
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
          @Attribute(transform: hexColor) var color: Color
                                ^^^^^^^^
        error: 'transform:' takes a type with '.self', since it is read when the program is built: 'transform: HexColor.self' [attribute.transform-not-type]
          @Attribute(.length(1...9), .searchable, transform: Secret.self) var note: String
                     ^^^^^^^^^^^^^^
        error: '.length(1...9)' would be asked of what 'Secret' stores and not of the value; leave it out, or write a rule of your own, '.rule' [attribute.transform-option]
          @Attribute(.length(1...9), .searchable, transform: Secret.self) var note: String
                                     ^^^^^^^^^^^
        error: '.searchable' would be asked of what 'Secret' stores and not of the value; leave it out [attribute.transform-option]
          @Attribute(.createdAt, transform: Day.self) var made: Date
                     ^^^^^^^^^^
        error: '.createdAt' would be asked of what 'Day' stores and not of the value; leave it out [attribute.transform-option]
          @Attribute(.undecodable(.keep), .undecodable(.throw)) var kind: Kind
                                          ^^^^^^^^^^^^^^^^^^^^
        error: what becomes of values that cannot be decoded is said once; leave '.undecodable(.throw)' out, or what says otherwise before it [attribute.undecodable-twice]
          @Attribute(.undecodable(.forget)) var code: Code
                     ^^^^^^^^^^^^^^^^^^^^^
        error: '.undecodable(.forget)' is no option of an attribute; the options are '.unique', '.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', '.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', '.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', '.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules '.range', '.length', '.pattern' and '.rule', and '.derived' with a closure [attribute.option-unknown]
        """)
  }
}
