import Testing

/// Members that take, describe and store the values of properties.
@Suite struct PropertyValueTests {
  private static let values = """
    @Entity final class Book: ManagedObject {
      var a: Optional<Int>
      var b: Int!
      var c: Genre = .none
      var d: Genre? = .fiction
      var e: Genre? = .none
      var f: [Genre] = [.none]
      var g: Int = -1
      var h: Int? = nil
      var i: Set<Genre> = .all
      @Relationship(inverse: "j", deleteRule: .deny) var j: Book!
    }
    """

  @Test func optionalsAndDefaultsAreParameters() {
    assertMembers(["init"], of: Self.values) {
      """
      init(
        a: Optional<Int> = nil, b: Int? = nil, c: Genre = .none, d: Genre? = .fiction, e: Genre? = nil,
        f: [Genre] = [.none], g: Int = -1, h: Int? = nil, i: Set<Genre> = .all, j: Book? = nil,
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(
          a: a, b: b, g: g, h: h, j: .init(), c: .init(c), d: .init(d), e: .init(e), f: .init(f),
          i: .init(i))
        __didInsert(0..<10)
        if let j { __setObject(__Index.j, j) }
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }
      """
    }
  }

  @Test func optionalsAndDefaultsAreDescribed() {
    assertMembers(["__describe"], of: Self.values) {
      #"""
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("a", Optional<Int>.self)
        entity.attribute("b", Int?.self)
        entity.attribute("c", Genre.self, default: Genre.none)
        entity.attribute("d", Genre?.self, default: Genre.fiction)
        entity.attribute("e", Genre?.self)
        entity.attribute("f", [Genre].self, default: [.none])
        entity.attribute("g", Int.self, default: -1)
        entity.attribute("h", Int?.self)
        entity.attribute("i", Set<Genre>.self, default: Set<Genre>.all)
        entity.relationship("j", Book?.self, inverse: "j", deleteRule: .deny)
        entity.inverse("j", \Book.j as Swift.KeyPath<Book, _>, of: Book.self)
      }
      """#
    }
  }

  @Test func numbersAreStoredAsTheyAreAndOtherValuesMayBeDeferred() {
    assertMembers(["__Values", "__load", "__fill"], of: Self.values) {
      """
      private struct __Values: EntityGraph.__EntityValues {
        var a: Optional<Int>
        var b: Int?
        var g: Int
        var h: Int?
        var j: EntityGraph.__ToOne
        var c: EntityGraph.__Deferred<Genre>
        var d: EntityGraph.__Deferred<Genre?>
        var e: EntityGraph.__Deferred<Genre?>
        var f: EntityGraph.__Deferred<[Genre]>
        var i: EntityGraph.__Deferred<Set<Genre>>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.a: __row.write(self.a)
          case __Index.b: __row.write(self.b)
          case __Index.c: __row.write(self.c)
          case __Index.d: __row.write(self.d)
          case __Index.e: __row.write(self.e)
          case __Index.f: __row.write(self.f)
          case __Index.g: __row.write(self.g)
          case __Index.h: __row.write(self.h)
          case __Index.i: __row.write(self.i)
          case __Index.j: __row.write(self.j)
          default: return false
          }
          return true
        }
      }

      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          a: __column(__row, __start, __Index.a, Optional<Int>.self),
          b: __column(__row, __start + 1, __Index.b, Int?.self),
          g: __column(__row, __start + 6, __Index.g, Int.self),
          h: __column(__row, __start + 7, __Index.h, Int?.self),
          j: __reference(__row, __start + 9, __Index.j),
          c: __deferred(__row, __start + 2, __Index.c, Genre.self),
          d: __deferred(__row, __start + 3, __Index.d, Genre?.self),
          e: __deferred(__row, __start + 4, __Index.e, Genre?.self),
          f: __deferred(__row, __start + 5, __Index.f, [Genre].self),
          i: __deferred(__row, __start + 8, __Index.i, Set<Genre>.self))
      }

      override func __fill() {
        super.__fill()
        __values = __Values(
          a: nil, b: nil, g: -1, h: nil, j: .init(), c: .init(.none), d: .init(.fiction), e: .init(nil),
          f: .init([.none]), i: .init(.all))
      }
      """
    }
  }
}
