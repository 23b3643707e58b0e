import Testing

/// What `@Composition` adds to a struct.
@Suite struct CompositionExpansionTests {
  @Test func `a composition lists its leaves, reads and writes them`() {
    assertExpansion(
      of: """
        @Composition public struct Address {
          public var street: String
          @Leaf(.indexed, originalName: "town") public var city: String
          var `default` = "NO"
          var geo: Geo?
          var since = Date()
          private static let none = 1
          var line: String { street }
        }
        """
    ) {
      #"""
      @Composition public struct Address {
        public var street: String
        @Leaf(.indexed, originalName: "town") public var city: String
        var `default` = "NO"
        var geo: Geo?
        var since = Date()
        private static let none = 1
        var line: String { street }
      }

      nonisolated extension Address: EntityGraph.Composition, Swift.Codable {
        public static let __leafTable = EntityGraph.__LeafTable { leaves in
          leaves.add("street", \Address.street)
          leaves.add("city", \Address.city, isIndexed: true, originalName: "town")
          leaves.add("default", \Address.`default`, default: "NO")
          leaves.add("geo", \Address.geo)
          leaves.add("since", \Address.since)
        }

        public init(__leaves leaves: EntityGraph.__LeafDecoder) throws {
          self.street = try leaves.value("street")
          self.city = try leaves.value("city")
          self.`default` = try leaves.value("default", default: "NO")
          self.geo = try leaves.optional("geo")
          self.since = try leaves.value("since", default: Date())
        }

        public func __encode(to leaves: inout EntityGraph.__LeafEncoder) throws {
          try leaves.encode(self.street, "street")
          try leaves.encode(self.city, "city")
          try leaves.encode(self.`default`, "default")
          try leaves.encodeOptional(self.geo, "geo")
          try leaves.encode(self.since, "since")
        }
      }
      """#
    }
  }

  @Test func `a composition is no class, enum or generic type`() {
    assertExpansion(
      of: """
        @Composition class A {}
        @Composition enum B { case c }
        @Composition struct C<Value> {}
        enum D<Value> {
          @Composition struct E {}
        }
        """,
      diagnostics: """
        @Composition class A {}
                     ^^^^^
        error: '@Composition' applies to structs, and 'A' is a class; make it a struct, or an entity of its own [composition.not-a-struct]
        @Composition enum B { case c }
                     ^^^^
        error: '@Composition' applies to structs, and 'B' is an enum; an enum is an attribute as it is, with ': Codable' or ': String, Storable' [composition.not-a-struct]
        @Composition struct C<Value> {}
                            ^
        error: composition 'C' cannot be generic, or stand inside a generic type, since its leaves are columns of one type each; write the types of the leaves [composition.generic]
          @Composition struct E {}
                              ^
        error: composition 'E' cannot be generic, or stand inside a generic type, since its leaves are columns of one type each; write the types of the leaves [composition.generic]
        """)
  }

  @Test func `what is no leaf is reported at its name`() {
    assertExpansion(
      of: """
        let before = "a"
        @Composition struct A {
          var b, c: Int
          lazy var d = 1
          let e = 1
          #if DEBUG
            var f: Int
          #endif
          @Attribute(.indexed) var g: Int
          @Leaf(originalName: before) var h: Int
          @Leaf static var i = 1
          let j: Int
        }
        struct K {
          @Leaf var l: Int
        }
        """,
      diagnostics: """
          var b, c: Int
          ^^^
        error: a leaf of a composition is declared by itself, with one name; write a 'var' for each [composition.leaf]
          lazy var d = 1
                   ^
        error: a leaf of a composition is stored with the others; remove 'lazy', or compute the value each time [composition.leaf]
          let e = 1
              ^
        error: a leaf of a composition has no fixed value; make it a 'var', or 'static' where all share the value [composition.leaf]
            var f: Int
                ^
        error: a leaf of a composition is there in every build, since stores are; move it out of '#if' [composition.leaf]
          @Attribute(.indexed) var g: Int
          ^^^^^^^^^^^^^^^^^^^^
        error: '@Attribute' applies to properties of a class marked '@Entity' [property.outside-entity]
          @Leaf(originalName: before) var h: Int
                              ^^^^^^
        error: 'originalName' is a string literal, which is read when the program is built [composition.name-not-literal]
          @Leaf static var i = 1
          ^^^^^
        error: '@Leaf' applies to stored properties of structs marked '@Composition'; remove it here [composition.leaf-outside]
          @Leaf var l: Int
          ^^^^^
        error: '@Leaf' applies to stored properties of structs marked '@Composition'; remove it here [composition.leaf-outside]
        """)
  }
}
