import EntityModel
import Testing

@Suite struct StorageTypeTests {
  @Test func storageClassFollowsTheType() {
    let classes = Dictionary(grouping: StorageType.allCases, by: \.storageClass)

    #expect(
      classes == [
        .integer: [.boolean, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64],
        .real: [.float, .double, .date], .text: [.string, .url, .decimal, .json],
        .blob: [.data, .uuid],
      ])
    #expect(StorageType.allCases.filter { !$0.isOrdered } == [.json])
  }
}
