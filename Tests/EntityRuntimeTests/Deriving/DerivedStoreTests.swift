import EntityCSQLite
import EntityGraph
import EntityStore
import Synchronization
import TestSupport
import Testing

/// A program that counts ships.
enum CountingPort {
  @Entity final class Port: ManagedObject {
    var name: String
    @Relationship(inverse: "port", deleteRule: .nullify) var ships: Set<Ship>
    @Attribute(.derived { (port: Fields<Port>) in port.ships.count }) var total: Int
    @Attribute(
      .derived { (port: Fields<Port>) in
        port.ships.filter { $0.name.lowercased() == "élan" }.count
      })
    var sisters: Int
  }

  @Entity final class Ship: ManagedObject {
    var name: String
    var tons: Int
    @Relationship(inverse: "ships", deleteRule: .nullify) var port: Port?
  }
}

/// One with the same model, that means something else by the same name.
enum WeighingPort {
  @Entity final class Port: ManagedObject {
    var name: String
    @Relationship(inverse: "port", deleteRule: .nullify) var ships: Set<Ship>
    @Attribute(.derived { (port: Fields<Port>) in port.ships.filter { $0.tons > 5 }.count })
    var total: Int
  }

  @Entity final class Ship: ManagedObject {
    var name: String
    var tons: Int
    @Relationship(inverse: "ships", deleteRule: .nullify) var port: Port?
  }
}

/// A later one, which knows more of a ship and derives more.
enum LaterPort {
  @Entity final class Port: ManagedObject {
    var name: String
    @Relationship(inverse: "port", deleteRule: .nullify) var ships: Set<Ship>
    @Attribute(.derived { (port: Fields<Port>) in port.ships.count }) var total: Int
    @Attribute(
      .derived { (port: Fields<Port>) in
        port.ships.filter { $0.name.lowercased() == "élan" }.count
      })
    var sisters: Int
    @Attribute(.derived { (port: Fields<Port>) in port.ships.max(\.tons) }) var greatest: Int?
  }

  @Entity final class Ship: ManagedObject {
    var name: String
    var tons: Int
    var flag: String?
    @Relationship(inverse: "ships", deleteRule: .nullify) var port: Port?
  }
}

/// What a store holds of derived attributes is what the program that uses it derives.
@Suite struct DerivedStoreTests {
  private func counting(
    _ path: String, _ options: StoreOptions = StoreOptions()
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: ObjectModel(CountingPort.Port.self, CountingPort.Ship.self), at: .file(path),
      options: options)
  }

  private func weighing(_ path: String) throws -> PersistentContainer {
    try PersistentContainer(
      model: ObjectModel(WeighingPort.Port.self, WeighingPort.Ship.self), at: .file(path))
  }

  private func later(
    _ path: String, _ options: StoreOptions = StoreOptions(migration: .migrating())
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: ObjectModel(LaterPort.Port.self, LaterPort.Ship.self), at: .file(path),
      options: options)
  }

  private func fill(_ container: PersistentContainer) throws {
    let context = container.newContext()
    let port = CountingPort.Port(name: "p", in: context)
    for tons in 0..<9 {
      CountingPort.Ship(name: tons == 3 ? "ÉLAN" : "s", tons: tons, in: context).port = port
    }
    try context.save()
  }

  @Test func aProgramThatDerivesOthersBesideIsTold() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("ports")
      let first = try counting(path)
      try fill(first)
      let second = try weighing(path)
      #expect(try second.newContext().fetch(WeighingPort.Port.all.select { $0.total }) == [3])
      let text =
        "'\(path)': another program derives other attributes of the store than this one, and has "
        + "made it hold those since it was opened; let both have the same model, and open it again"
      let reading = #expect(throws: StoreError.self) {
        try first.newContext().fetch(CountingPort.Port.all.select { $0.total })
      }
      #expect(reading?.code == .modelMismatch)
      #expect(reading?.message == text)
      let writing = #expect(throws: StoreError.self) {
        let context = first.newContext()
        _ = CountingPort.Port(name: "q", in: context)
        try context.save()
      }
      #expect(writing?.message == text)
      first.close()
      let again = try counting(path)
      #expect(try again.newContext().fetch(CountingPort.Port.all.select { $0.total }) == [9])
      #expect(throws: StoreError.self) {
        try second.newContext().fetch(WeighingPort.Port.all.select { $0.total })
      }
      second.close()
      again.close()
    }
  }

  @Test func aProgramBesideALaterOneReadsWhatBothDerive() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("ports")
      let first = try counting(path)
      try fill(first)
      let second = try later(path)
      #expect(try second.newContext().fetch(LaterPort.Port.all.select { $0.greatest }) == [8])
      let context = first.newContext()
      let port = try #require(try context.first(CountingPort.Port.all))
      CountingPort.Ship(name: "élan", tons: 20, in: context).port = port
      try context.save()
      #expect(port.total == 10 && port.sisters == 2)
      let others = try second.newContext().fetch(
        LaterPort.Port.all.select { ($0.total, $0.sisters, $0.greatest) })
      #expect(others.map(\.0) == [10] && others.map(\.1) == [2] && others.map(\.2) == [20])
      first.close()
      let again = try counting(path)
      #expect(try again.newContext().fetch(CountingPort.Port.all.select { $0.total }) == [10])
      #expect(try second.checkIntegrity().isSound)
      second.close()
      again.close()
    }
  }

  @Test func aMigrationMakesWhatIsDerivedInItsOwnTransaction() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("ports")
      let first = try counting(path)
      try fill(first)
      first.close()
      let statements = Mutex<[String]>([])
      let second = try later(
        path,
        StoreOptions(
          migration: .migrating(), trace: { text in statements.withLock { $0.append(text) } }))
      let traced = statements.withLock { $0 }
      let begin = try #require(traced.firstIndex { $0.hasPrefix("BEGIN IMMEDIATE") })
      let end = try #require(traced[begin...].firstIndex { $0.hasPrefix("COMMIT") })
      let created = traced.indices.filter { traced[$0].hasPrefix("CREATE TRIGGER \"_derived.") }
      #expect(!created.isEmpty)
      #expect(created.filter { !(begin..<end).contains($0) }.isEmpty)
      #expect(try second.checkIntegrity().isSound)
      second.close()
    }
  }

  @Test func triggersThatAMigrationHasRemovedAreMadeBeforeAnythingIsWritten() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("ports")
      let first = try counting(path)
      try fill(first)
      first.close()
      try run(
        """
        DROP TRIGGER "_derived.Port.total.insert";
        UPDATE _store SET value = 'removed' WHERE name = 'derived';
        UPDATE Port SET "_derived.Port.total" = 4;
        """, at: path)
      let second = try counting(path)
      #expect(try second.newContext().fetch(CountingPort.Port.all.select { $0.total }) == [9])
      #expect(try second.checkIntegrity().isSound)
      second.close()
    }
  }

  @Test func countsByTextsAreMadeAgainWhereTheTablesOfUnicodeAreOthers() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("ports")
      let first = try counting(path)
      try fill(first)
      first.close()
      try run(
        """
        UPDATE Port SET "_derived.Port.sisters" = 4;
        UPDATE _store SET value = replace(value, '\(StoredValue.foldVersion)', '0000000000000000')
          WHERE name = 'derived';
        """, at: path)
      #expect(throws: StoreError.self) { try counting(path, StoreOptions(isReadOnly: true)) }
      let second = try counting(path)
      #expect(try second.newContext().fetch(CountingPort.Port.all.select { $0.sisters }) == [1])
      second.close()
    }
  }

  /// Runs `sql` in the store at `path`, as another program does.
  private func run(_ sql: String, at path: String) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(
      sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK,
      "\(String(cString: sqlite3_errmsg(handle)))")
  }
}
