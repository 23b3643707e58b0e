import EntityGraph
import Testing

@testable import EntityRuntime

@DictionaryStorage struct ColumnShelf {
  var name: String = ""
}

/// What the text of an attribute in JSON is read as.
@Suite struct JSONColumnTests {
  @Test func storagesThatCannotBeReadAreNotLeftOut() {
    #expect(JSONColumn.value(of: "[{}, 5]", as: [ColumnShelf].self) == nil)
    #expect(JSONColumn.value(of: #"{"a": 5}"#, as: [String: ColumnShelf].self) == nil)
    #expect(JSONColumn.value(of: "[[{}, 5]]", as: [[ColumnShelf]].self) == nil)
    #expect(JSONColumn.value(of: "[{}, {}]", as: [ColumnShelf].self)?.count == 2)
    #expect(JSONColumn.value(of: "[{}, null]", as: [ColumnShelf?].self)?.count == 2)
    #expect(JSONColumn.value(of: #"{"name": 5}"#, as: ColumnShelf.self)?.name == "")
  }
}
