// swift-format-ignore-file

import EntityGraph
import Foundation

/// Entities with every kind of property, as their author writes them.
///
/// `ExpandedModel.swift` is what becomes of this file when the annotations are carried out.
enum ExpandedModel {
  enum Mood: String, Storable, CaseIterable { case calm, merry }

  /// Has every kind of property.
  class Person: ManagedObject {
    // A comment of the author's.
    var email: String {
      get {
        if __values == nil { __fire() }
        if let value = __values.email.value { return value }
        let value = __read(__values.email, __Index.email, String.self)
        __values.email.didRead(value)
        return value
      }
      set {
        __willWrite(__Index.email)
        __values.email = .init(newValue)
      }
    }
    /// What friends say.
    var name: String {
      get {
        if __values == nil { __fire() }
        if let value = __values.name.value { return value }
        let value = __read(__values.name, __Index.name, String.self)
        __values.name.didRead(value)
        return value
      }
      set {
        __willWrite(__Index.name)
        __values.name = .init(newValue)
      }
    }  // and a comment behind it
    var mood: Mood {
      get {
        if __values == nil { __fire() }
        if let value = __values.mood.value { return value }
        let value = __read(__values.mood, __Index.mood, Mood.self)
        __values.mood.didRead(value)
        return value
      }
      set {
        __willWrite(__Index.mood)
        __values.mood = .init(newValue)
      }
    }
    private(set) var born: Date? {
      get {
        if __values == nil { __fire() }
        return __values.born
      }
      set {
        __willWrite(__Index.born)
        __values.born = newValue
      }
    }
    var tags: [String: [Int]] {
      get {
        if __values == nil { __fire() }
        if let value = __values.tags.value { return value }
        let value = __read(__values.tags, __Index.tags, [String: [Int]].self)
        __values.tags.didRead(value)
        return value
      }
      set {
        __willWrite(__Index.tags)
        __values.tags = .init(newValue)
      }
    }
    var pets: Set<Pet> {
      get { __objects(__Index.pets) }
      set { __setObjects(__Index.pets, newValue) }
    }
    var friends: Set<Person> {
      get { __objects(__Index.friends) }
      set { __setObjects(__Index.friends, newValue) }
    }
    #if canImport(Foundation)
      var link: URL? {
        get {
          if __values == nil { __fire() }
          if let value = __values.link.value { return value }
          let value = __read(__values.link, __Index.link, URL?.self)
          __values.link.didRead(value)
          return value
        }
        set {
          __willWrite(__Index.link)
          __values.link = .init(newValue)
        }
      }
    #else
      var link: String? {
        get {
          if __values == nil { __fire() }
          if let value = __values.link.value { return value }
          let value = __read(__values.link, __Index.link, String?.self)
          __values.link.didRead(value)
          return value
        }
        set {
          __willWrite(__Index.link)
          __values.link = .init(newValue)
        }
      }
    #endif
    var sortedPets: [Pet] {
      get { __fetchedObjects(__Index.sortedPets) as [Pet] }
    }
    var petCount: Int {
      get { __fetchedCount(__Index.petCount) }
    }
    var petIDs: [ObjectID] {
      get { __fetchedIdentifiers(__Index.petIDs) }
    }
    var rows: [[String: Any]] {
      get { __fetchedDictionaries(__Index.rows) }
    }
    var isSelected: Bool = false
    var note: String = "none"
    static let shared = 3
    var shout: String { name.uppercased() }

    #if canImport(Foundation)
    private enum __Index {
      static var email: Swift.Int { 0 }
      static var name: Swift.Int { 1 }
      static var mood: Swift.Int { 2 }
      static var born: Swift.Int { 3 }
      static var tags: Swift.Int { 4 }
      static var pets: Swift.Int { 5 }
      static var friends: Swift.Int { 6 }
      static var link: Swift.Int { 7 }
      static var sortedPets: Swift.Int { 8 }
      static var petCount: Swift.Int { 9 }
      static var petIDs: Swift.Int { 10 }
      static var rows: Swift.Int { 11 }
    }

    private struct __Values: EntityGraph.__EntityValues {
      var born: Date?
      var email: EntityGraph.__Deferred<String>
      var name: EntityGraph.__Deferred<String>
      var mood: EntityGraph.__Deferred<Mood>
      var tags: EntityGraph.__Deferred<[String: [Int]]>
      var link: EntityGraph.__Deferred<URL?>

      mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
        switch __index {
        case __Index.email: __row.write(self.email)
        case __Index.name: __row.write(self.name)
        case __Index.mood: __row.write(self.mood)
        case __Index.born: __row.write(self.born)
        case __Index.tags: __row.write(self.tags)
        case __Index.link: __row.write(self.link)
        default: return false
        }
        return true
      }
    }

    private var __values: __Values!

    init(
      email: String,
      name: String = """
          no "name"
            yet
          """,
      mood: Mood = .calm, born: Date? = nil, tags: [String: [Int]] = [:], pets: Set<Pet> = [],
      friends: Set<Person> = [], link: URL? = nil, isSelected: Bool = false,
      in __context: EntityGraph.ManagedObjectContext
    ) {
      super.init(__owner: .inserting(Self.self, in: __context))
      __values = __Values(
        born: born, email: .init(email), name: .init(name), mood: .init(mood), tags: .init(tags),
        link: .init(link))
      __didInsert(0..<12)
      if !pets.isEmpty { __setObjects(__Index.pets, pets) }
      if !friends.isEmpty { __setObjects(__Index.friends, friends) }
      self.isSelected = isSelected
    }

    required init(__owner: EntityGraph.__Owner) {
      super.init(__owner: __owner)
    }

    override class var __entityName: Swift.String { "Person" }

    override class var __propertyCount: Swift.Int { 12 }

    override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
      entity.begin(Person.self, "Person")
      entity.attribute("email", String.self, options: [.unique], column: "mail")
      entity.attribute(
        "name", String.self, options: [.indexed],
        default: """
          no "name"
            yet
          """)
      entity.attribute("mood", Mood.self, default: Mood.calm)
      entity.attribute("born", Date?.self)
      entity.attribute("tags", [String: [Int]].self, default: [:])
      entity.relationship(
        "pets", Set<Pet>.self, inverse: "owner", deleteRule: .cascade, maximumCount: 9)
      entity.inverse("pets", \Pet.owner as Swift.KeyPath<Pet, _>, of: Person.self)
      entity.relationship("friends", Set<Person>.self, inverse: "friends", deleteRule: .nullify)
      entity.inverse("friends", \Person.friends as Swift.KeyPath<Person, _>, of: Person.self)
      entity.attribute("link", URL?.self)
      entity.fetched(
        "sortedPets", Pet.self, where: { pet, person in pet.owner == person }, sortedBy: \.name)
      entity.fetched("petCount", countOf: Pet.self)
      entity.fetched("petIDs", identifiersOf: Pet.self)
      entity.fetched("rows", dictionariesOf: Pet.self, sortedBy: \.name)
    }

    override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
      super.__addKeyPaths(to: &table)
      __addOwnKeyPaths(of: Self.self, to: &table)
    }

    private static func __addOwnKeyPaths<__Object: Person>(
      of type: __Object.Type, to table: inout EntityGraph.__KeyPathTable
    ) {
      table.add("email", \__Object.email)
      table.add("name", \__Object.name)
      table.add("mood", \__Object.mood)
      table.add("born", \__Object.born)
      table.add("tags", \__Object.tags)
      table.add("pets", \__Object.pets)
      table.add("friends", \__Object.friends)
      table.add("link", \__Object.link)
      table.add("sortedPets", \__Object.sortedPets)
      table.add("petCount", \__Object.petCount)
      table.add("petIDs", \__Object.petIDs)
      table.add("rows", \__Object.rows)
    }

    override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
      super.__load(__row, __depth - 1)
      let __start = __row.start(__depth)
      __values = __Values(
        born: __column(__row, __start + 3, __Index.born, Date?.self),
        email: __deferred(__row, __start, __Index.email, String.self),
        name: __deferred(__row, __start + 1, __Index.name, String.self),
        mood: __deferred(__row, __start + 2, __Index.mood, Mood.self),
        tags: __deferred(__row, __start + 4, __Index.tags, [String: [Int]].self),
        link: __deferred(__row, __start + 5, __Index.link, URL?.self))
    }

    override func __fill() {
      super.__fill()
      __values = __Values(
        born: nil, email: .init(__placeholder(of: String.self)),
        name: .init("""
          no "name"
            yet
          """),
        mood: .init(.calm), tags: .init([:]), link: .init(nil))
    }

    override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
      if !__values!.__write(index, row) { super.__write(index, row) }
    }

    override func __takeSnapshot() -> EntityGraph.__Snapshot? {
      .keeping(__values, after: super.__takeSnapshot())
    }

    override func __restore(_ snapshot: EntityGraph.__Snapshot) {
      super.__restore(snapshot)
      __values = snapshot.values(of: __Values.self)
    }

    override func __unload() {
      super.__unload()
      __values = nil
    }
    #else
    private enum __Index {
      static var email: Swift.Int { 0 }
      static var name: Swift.Int { 1 }
      static var mood: Swift.Int { 2 }
      static var born: Swift.Int { 3 }
      static var tags: Swift.Int { 4 }
      static var pets: Swift.Int { 5 }
      static var friends: Swift.Int { 6 }
      static var link: Swift.Int { 7 }
      static var sortedPets: Swift.Int { 8 }
      static var petCount: Swift.Int { 9 }
      static var petIDs: Swift.Int { 10 }
      static var rows: Swift.Int { 11 }
    }

    private struct __Values: EntityGraph.__EntityValues {
      var born: Date?
      var email: EntityGraph.__Deferred<String>
      var name: EntityGraph.__Deferred<String>
      var mood: EntityGraph.__Deferred<Mood>
      var tags: EntityGraph.__Deferred<[String: [Int]]>
      var link: EntityGraph.__Deferred<String?>

      mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
        switch __index {
        case __Index.email: __row.write(self.email)
        case __Index.name: __row.write(self.name)
        case __Index.mood: __row.write(self.mood)
        case __Index.born: __row.write(self.born)
        case __Index.tags: __row.write(self.tags)
        case __Index.link: __row.write(self.link)
        default: return false
        }
        return true
      }
    }

    private var __values: __Values!

    init(
      email: String,
      name: String = """
          no "name"
            yet
          """,
      mood: Mood = .calm, born: Date? = nil, tags: [String: [Int]] = [:], pets: Set<Pet> = [],
      friends: Set<Person> = [], link: String? = nil, isSelected: Bool = false,
      in __context: EntityGraph.ManagedObjectContext
    ) {
      super.init(__owner: .inserting(Self.self, in: __context))
      __values = __Values(
        born: born, email: .init(email), name: .init(name), mood: .init(mood), tags: .init(tags),
        link: .init(link))
      __didInsert(0..<12)
      if !pets.isEmpty { __setObjects(__Index.pets, pets) }
      if !friends.isEmpty { __setObjects(__Index.friends, friends) }
      self.isSelected = isSelected
    }

    required init(__owner: EntityGraph.__Owner) {
      super.init(__owner: __owner)
    }

    override class var __entityName: Swift.String { "Person" }

    override class var __propertyCount: Swift.Int { 12 }

    override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
      entity.begin(Person.self, "Person")
      entity.attribute("email", String.self, options: [.unique], column: "mail")
      entity.attribute(
        "name", String.self, options: [.indexed],
        default: """
          no "name"
            yet
          """)
      entity.attribute("mood", Mood.self, default: Mood.calm)
      entity.attribute("born", Date?.self)
      entity.attribute("tags", [String: [Int]].self, default: [:])
      entity.relationship(
        "pets", Set<Pet>.self, inverse: "owner", deleteRule: .cascade, maximumCount: 9)
      entity.inverse("pets", \Pet.owner as Swift.KeyPath<Pet, _>, of: Person.self)
      entity.relationship("friends", Set<Person>.self, inverse: "friends", deleteRule: .nullify)
      entity.inverse("friends", \Person.friends as Swift.KeyPath<Person, _>, of: Person.self)
      entity.attribute("link", String?.self)
      entity.fetched(
        "sortedPets", Pet.self, where: { pet, person in pet.owner == person }, sortedBy: \.name)
      entity.fetched("petCount", countOf: Pet.self)
      entity.fetched("petIDs", identifiersOf: Pet.self)
      entity.fetched("rows", dictionariesOf: Pet.self, sortedBy: \.name)
    }

    override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
      super.__addKeyPaths(to: &table)
      __addOwnKeyPaths(of: Self.self, to: &table)
    }

    private static func __addOwnKeyPaths<__Object: Person>(
      of type: __Object.Type, to table: inout EntityGraph.__KeyPathTable
    ) {
      table.add("email", \__Object.email)
      table.add("name", \__Object.name)
      table.add("mood", \__Object.mood)
      table.add("born", \__Object.born)
      table.add("tags", \__Object.tags)
      table.add("pets", \__Object.pets)
      table.add("friends", \__Object.friends)
      table.add("link", \__Object.link)
      table.add("sortedPets", \__Object.sortedPets)
      table.add("petCount", \__Object.petCount)
      table.add("petIDs", \__Object.petIDs)
      table.add("rows", \__Object.rows)
    }

    override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
      super.__load(__row, __depth - 1)
      let __start = __row.start(__depth)
      __values = __Values(
        born: __column(__row, __start + 3, __Index.born, Date?.self),
        email: __deferred(__row, __start, __Index.email, String.self),
        name: __deferred(__row, __start + 1, __Index.name, String.self),
        mood: __deferred(__row, __start + 2, __Index.mood, Mood.self),
        tags: __deferred(__row, __start + 4, __Index.tags, [String: [Int]].self),
        link: __deferred(__row, __start + 5, __Index.link, String?.self))
    }

    override func __fill() {
      super.__fill()
      __values = __Values(
        born: nil, email: .init(__placeholder(of: String.self)),
        name: .init("""
          no "name"
            yet
          """),
        mood: .init(.calm), tags: .init([:]), link: .init(nil))
    }

    override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
      if !__values!.__write(index, row) { super.__write(index, row) }
    }

    override func __takeSnapshot() -> EntityGraph.__Snapshot? {
      .keeping(__values, after: super.__takeSnapshot())
    }

    override func __restore(_ snapshot: EntityGraph.__Snapshot) {
      super.__restore(snapshot)
      __values = snapshot.values(of: __Values.self)
    }

    override func __unload() {
      super.__unload()
      __values = nil
    }
    #endif
  }

  final class Employee: Person { var salary: Decimal {
    get {
      if __values == nil { __fire() }
      if let value = __values.salary.value { return value }
      let value = __read(__values.salary, __Index.salary, Decimal.self)
      __values.salary.didRead(value)
      return value
    }
    set {
      __willWrite(__Index.salary)
      __values.salary = .init(newValue)
    }
  }

    private enum __Index {
      static var salary: Swift.Int { Person.__propertyCount + 0 }
    }

    private struct __Values: EntityGraph.__EntityValues {
      var salary: EntityGraph.__Deferred<Decimal>

      mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
        switch __index {
        case __Index.salary: __row.write(self.salary)
        default: return false
        }
        return true
      }
    }

    private var __values: __Values!

    init(salary: Decimal = 0, in __context: EntityGraph.ManagedObjectContext) {
      super.init(__owner: .inserting(Self.self, in: __context))
      super.__fill()
      __values = __Values(salary: .init(salary))
      __didInsert(Person.__propertyCount..<Employee.__propertyCount)
    }

    required init(__owner: EntityGraph.__Owner) {
      super.init(__owner: __owner)
    }

    override class var __entityName: Swift.String { "Employee" }

    override class var __propertyCount: Swift.Int { Person.__propertyCount + 1 }

    override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
      entity.begin(Employee.self, "Employee", superclass: Person.self)
      entity.attribute("salary", Decimal.self, default: 0)
    }

    override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
      super.__addKeyPaths(to: &table)
      table.add("salary", \Employee.salary)
    }

    override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
      super.__load(__row, __depth - 1)
      let __start = __row.start(__depth)
      __values = __Values(
        salary: __deferred(__row, __start, __Index.salary, Decimal.self))
    }

    override func __fill() {
      super.__fill()
      __values = __Values(salary: .init(0))
    }

    override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
      if !__values!.__write(index, row) { super.__write(index, row) }
    }

    override func __takeSnapshot() -> EntityGraph.__Snapshot? {
      .keeping(__values, after: super.__takeSnapshot())
    }

    override func __restore(_ snapshot: EntityGraph.__Snapshot) {
      super.__restore(snapshot)
      __values = snapshot.values(of: __Values.self)
    }

    override func __unload() {
      super.__unload()
      __values = nil
    }
  }

  final class Pet: ManagedObject {
    var name: String {
      get {
        if __values == nil { __fire() }
        if let value = __values.name.value { return value }
        let value = __read(__values.name, __Index.name, String.self)
        __values.name.didRead(value)
        return value
      }
      set {
        __willWrite(__Index.name)
        __values.name = .init(newValue)
      }
    }
    @available(*, deprecated) var `class`: Double {
      get {
        if __values == nil { __fire() }
        return __values.class
      }
      set {
        __willWrite(__Index.class)
        __values.class = newValue
      }
    }
    var owner: Person {
      get {
        if __values == nil { __fire() }
        return __requiredObject(__values.owner, __Index.owner, as: Person.self)
      }
      set { __setObject(__Index.owner, newValue) }
    }

    func rename(to name: String) { self.name = name }

    private enum __Index {
      static var name: Swift.Int { 0 }
      static var `class`: Swift.Int { 1 }
      static var owner: Swift.Int { 2 }
    }

    private struct __Values: EntityGraph.__EntityValues {
      var `class`: Double
      var owner: EntityGraph.__ToOne
      var name: EntityGraph.__Deferred<String>

      mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
        switch __index {
        case __Index.name: __row.write(self.name)
        case __Index.class: __row.write(self.class)
        case __Index.owner: __row.write(self.owner)
        default: return false
        }
        return true
      }
    }

    private var __values: __Values!

    init(
      name: String, `class`: Double = -1.5, owner: Person,
      in __context: EntityGraph.ManagedObjectContext
    ) {
      super.init(__owner: .inserting(Self.self, in: __context))
      __values = __Values(class: `class`, owner: .init(), name: .init(name))
      __didInsert(0..<3)
      __setObject(__Index.owner, owner)
    }

    required init(__owner: EntityGraph.__Owner) {
      super.init(__owner: __owner)
    }

    override class var __entityName: Swift.String { "Pet" }

    override class var __propertyCount: Swift.Int { 3 }

    override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
      entity.begin(Pet.self, "Pet")
      entity.attribute("name", String.self)
      entity.attribute("class", Double.self, default: -1.5)
      entity.relationship("owner", Person.self, inverse: "pets", deleteRule: .nullify)
      entity.inverse("owner", \Person.pets as Swift.KeyPath<Person, _>, of: Pet.self)
    }

    override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
      super.__addKeyPaths(to: &table)
      table.add("name", \Pet.name)
      table.add("owner", \Pet.owner)
    }

    @available(*, deprecated)
    override class func __addDeprecatedKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
      super.__addDeprecatedKeyPaths(to: &table)
      table.add("class", \Pet.class)
    }

    override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
      super.__load(__row, __depth - 1)
      let __start = __row.start(__depth)
      __values = __Values(
        class: __column(__row, __start + 1, __Index.class, Double.self),
        owner: __reference(__row, __start + 2, __Index.owner),
        name: __deferred(__row, __start, __Index.name, String.self))
    }

    override func __fill() {
      super.__fill()
      __values = __Values(class: -1.5, owner: .init(), name: .init(__placeholder(of: String.self)))
    }

    override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
      if !__values!.__write(index, row) { super.__write(index, row) }
    }

    override func __toOne(_ index: Swift.Int) -> EntityGraph.__ToOne {
      switch index {
      case __Index.owner: return __values.owner
      default: return super.__toOne(index)
      }
    }

    override func __setToOne(_ index: Swift.Int, _ reference: EntityGraph.__ToOne) {
      switch index {
      case __Index.owner: __values.owner = reference
      default: super.__setToOne(index, reference)
      }
    }

    override func __takeSnapshot() -> EntityGraph.__Snapshot? {
      .keeping(__values, after: super.__takeSnapshot())
    }

    override func __restore(_ snapshot: EntityGraph.__Snapshot) {
      super.__restore(snapshot)
      __values = snapshot.values(of: __Values.self)
    }

    override func __unload() {
      super.__unload()
      __values = nil
    }
  }

  final class Empty: ManagedObject {
    private struct __Values: EntityGraph.__EntityValues {
      mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
        false
      }
    }

    private var __values: __Values!

    init(in __context: EntityGraph.ManagedObjectContext) {
      super.init(__owner: .inserting(Self.self, in: __context))
      __values = __Values()
      __didInsert(0..<0)
    }

    required init(__owner: EntityGraph.__Owner) {
      super.init(__owner: __owner)
    }

    override class var __entityName: Swift.String { "Empty" }

    override class var __propertyCount: Swift.Int { 0 }

    override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
      entity.begin(Empty.self, "Empty")
    }

    override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
      super.__load(__row, __depth - 1)
      __values = __Values()
    }

    override func __fill() {
      super.__fill()
      __values = __Values()
    }

    override func __takeSnapshot() -> EntityGraph.__Snapshot? {
      .keeping(__values, after: super.__takeSnapshot())
    }

    override func __restore(_ snapshot: EntityGraph.__Snapshot) {
      super.__restore(snapshot)
      __values = snapshot.values(of: __Values.self)
    }

    override func __unload() {
      super.__unload()
      __values = nil
    }
  }

  /// Returns what a class inside a function keeps.
  static func localNames() throws -> [String] {
    final class Local: ManagedObject {
      var name: String {
        get {
          if __values == nil { __fire() }
          if let value = __values.name.value { return value }
          let value = __read(__values.name, __Index.name, String.self)
          __values.name.didRead(value)
          return value
        }
        set {
          __willWrite(__Index.name)
          __values.name = .init(newValue)
        }
      }

      private enum __Index {
        static var name: Swift.Int { 0 }
      }

      private struct __Values: EntityGraph.__EntityValues {
        var name: EntityGraph.__Deferred<String>

        mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
          switch __index {
          case __Index.name: __row.write(self.name)
          default: return false
          }
          return true
        }
      }

      private var __values: __Values!

      init(name: String = "local", in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(name: .init(name))
        __didInsert(0..<1)
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class var __entityName: Swift.String { "Local" }

      override class var __propertyCount: Swift.Int { 1 }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Local.self, "Local")
        entity.attribute("name", String.self, default: "local")
      }

      override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
        super.__addKeyPaths(to: &table)
        table.add("name", \Local.name)
      }

      override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
        super.__load(__row, __depth - 1)
        let __start = __row.start(__depth)
        __values = __Values(
          name: __deferred(__row, __start, __Index.name, String.self))
      }

      override func __fill() {
        super.__fill()
        __values = __Values(name: .init("local"))
      }

      override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
        if !__values!.__write(index, row) { super.__write(index, row) }
      }

      override func __takeSnapshot() -> EntityGraph.__Snapshot? {
        .keeping(__values, after: super.__takeSnapshot())
      }

      override func __restore(_ snapshot: EntityGraph.__Snapshot) {
        super.__restore(snapshot)
        __values = snapshot.values(of: __Values.self)
      }

      override func __unload() {
        super.__unload()
        __values = nil
      }
    }
    let context = try PersistentContainer(model: ObjectModel(Local.self), at: .memory).newContext()
    _ = Local(in: context)
    try context.save()
    return try context.fetch(Local.all).map(\.name)
  }
}
