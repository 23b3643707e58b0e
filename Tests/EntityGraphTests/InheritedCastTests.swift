import EntityGraph
import Testing

/// Objects that are taken for ones of another class, whose properties are inherited.
@Suite struct InheritedCastTests {
  private func container() throws -> PersistentContainer {
    try PersistentContainer.forTesting(
      Ware.self, Recording.self, LiveRecording.self, Chart.self, Seller.self)
  }

  private func fill(_ context: ManagedObjectContext) {
    let ann = Seller(name: "Ann", in: context)
    func add(_ ware: Ware, _ name: String, _ price: Int, _ extent: Extent) {
      (ware.name, ware.price, ware.extent, ware.seller) = (name, price, extent, ann)
    }
    add(Chart(scale: 9, in: context), "chart", 3, Extent(width: 4))
    add(Recording(length: 2, in: context), "recording", 2, Extent(width: 3, unit: "cm"))
    let live = LiveRecording(place: "Oslo", in: context)
    live.length = 1
    add(live, "live", 1, Extent(width: 2))
  }

  @Test func `the store and memory agree on inherited properties of another class`() throws {
    let container = try container()
    let context = container.newContext()
    fill(context)
    let requests: [(FetchRequest<Ware>, String)] = [
      (Ware.where { $0.cast(to: Recording.self).price >= 0 }, "live recording"),
      (Ware.where { $0.cast(to: Chart.self).extent.width > 0 }, "chart"),
      (Ware.where { $0.cast(to: Recording.self).extent.unit == nil }, "chart live"),
      (Ware.where { $0.cast(to: Recording.self).seller.name == "Ann" }, "live recording"),
      (Ware.where { $0.cast(to: Recording.self).seller == nil }, "chart"),
      (Ware.where { $0.cast(to: LiveRecording.self).length > 0 }, "live"),
      (
        Ware.where { $0.cast(to: Recording.self).cast(to: LiveRecording.self).name > "" }, "live"
      ),
      (Ware.where { $0.cast(to: Recording.self).cast(to: Chart.self).scale > 0 }, ""),
      (Ware.where { $0.cast(to: Chart.self).cast(to: Recording.self).name > "" }, ""),
      (Ware.where { $0.cast(to: Recording.self).cast(to: Ware.self).price > 0 }, "live recording"),
      (Ware.where { $0.cast(to: Ware.self).price > 0 }, "chart live recording"),
      (
        Ware.where { $0.seller.wares.any { $0.cast(to: Chart.self).price == 3 } },
        "chart live recording"
      ),
      (Ware.where { $0.cast(to: Recording.self).name.lowercased() == "live" }, "live"),
    ]
    let inMemory = try requests.map { try context.fetch($0.0.sorted(by: \.name)).map(\.name) }
    #expect(inMemory.map { $0.joined(separator: " ") } == requests.map(\.1))
    let sorted = Ware.sorted { $0.cast(to: Recording.self).price }.sorted(by: \.name)
    #expect(try context.fetch(sorted).map(\.name) == ["chart", "live", "recording"])
    try context.save()
    let other = container.newContext()
    let inStore = try requests.map { try other.fetch($0.0.sorted(by: \.name)).map(\.name) }
    #expect(inStore == inMemory)
    #expect(try other.fetch(sorted).map(\.name) == ["chart", "live", "recording"])
  }
}
