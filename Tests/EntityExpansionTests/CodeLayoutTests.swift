import Testing

/// The lines of the code that is generated.
@Suite struct CodeLayoutTests {
  private static let long = #"""
    @Entity final class Book: ManagedObject {
      @Attribute(column: "a_very_long_name_of_a_column", originalName: "and_a_long_former_name_too")
      var longNameOfAProperty: Dictionary<
        String, Int
      > = [
        "a": 1,  // first
        "b": 2,
      ]
      var text: String = """
        many
          lines
        """
    }
    """#

  @Test func longNamesAreWrapped() {
    assertMembers(["longNameOfAProperty", "__load"], of: Self.long) {
      """
      @Attribute(column: "a_very_long_name_of_a_column", originalName: "and_a_long_former_name_too")
      var longNameOfAProperty: Dictionary<
        String, Int
      > {
        get {
          if __values == nil { __fire() }
          if let value = __values.longNameOfAProperty.value { return value }
          let value = __read(
            __values.longNameOfAProperty, __Index.longNameOfAProperty, Dictionary<String, Int>.self)
          return __values?.longNameOfAProperty.didRead(value) ?? value
        }
        set { __willWrite(__Index.longNameOfAProperty); __values.longNameOfAProperty = .init(newValue) }
      }

      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          longNameOfAProperty: __deferred(
            __row, __start, __Index.longNameOfAProperty, Dictionary<String, Int>.self),
          text: __deferred(__row, __start + 1, __Index.text, String.self))
      }
      """
    }
  }

  @Test func valuesOfManyLinesStayAsWritten() {
    assertMembers(["init", "__describe"], of: Self.long) {
      #"""
      init(
        longNameOfAProperty: Dictionary<String, Int> = [
          "a": 1,  // first
          "b": 2,
        ],
        text: String = """
          many
            lines
          """,
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(longNameOfAProperty: .init(longNameOfAProperty), text: .init(text))
        __didInsert(0..<2)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute(
          "longNameOfAProperty", Dictionary<String, Int>.self, column: "a_very_long_name_of_a_column",
          originalName: "and_a_long_former_name_too",
          default: [
          "a": 1,  // first
          "b": 2,
        ])
        entity.attribute(
          "text", String.self,
          default: """
          many
            lines
          """)
      }
      """#
    }
  }
}
