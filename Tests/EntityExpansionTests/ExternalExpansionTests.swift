import Testing

/// What becomes of attributes whose values are apart from their rows.
@Suite struct ExternalExpansionTests {
  @Test func anExternalAttributeIsReadWhenItIsNeeded() {
    assertMembers(
      ["cover", "pages", "__Values", "__fill", "__load", "__noteStored", "__describe"],
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.external) var cover: Data?
          var pages: Int = 0
          @Attribute(.external) var tags: [String] = []
        }
        """
    ) {
      """
      @Attribute(.external) var cover: Data? {
        get {
          if __values == nil { __fire() }
          if let value = __values.cover.value { return value }
          let value = __read(__values.cover, __Index.cover, Data?.self)
          return __values?.cover.didRead(value) ?? value
        }
        set { __willWrite(__Index.cover); __values.cover = .init(newValue) }
      }

      @EntityGraph.Attribute var pages: Int {
        get {
          if __values == nil { __fire() }
          return __values.pages
        }
        set { __willWrite(__Index.pages); __values.pages = newValue }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var pages: Int
        var cover: EntityGraph.__External<Data?>
        var tags: EntityGraph.__External<[String]>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.cover: __row.write(self.cover)
          case __Index.pages: __row.write(self.pages)
          case __Index.tags: __row.write(self.tags)
          default: return false
          }
          return true
        }
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("cover", Data?.self, options: [.external])
        entity.attribute("pages", Int.self, default: 0)
        entity.attribute("tags", [String].self, options: [.external], default: [])
      }

      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          pages: __column(__row, __start + 1, __Index.pages, Int.self),
          cover: __external(__row, __start, __Index.cover, Data?.self),
          tags: __external(__row, __start + 2, __Index.tags, [String].self))
      }

      override func __fill() {
        super.__fill()
        __values = __Values(pages: 0, cover: .init(nil), tags: .init([]))
      }

      override func __noteStored(_ index: Swift.Int, _ version: Swift.Int64) {
        switch index {
        case __Index.cover: __values.cover.didStore(version)
        case __Index.tags: __values.tags.didStore(version)
        default: super.__noteStored(index, version)
        }
      }
      """
    }
  }
}
