import Testing

@testable import BookshopServer

@Suite struct ArgumentsTests {
  @Test func withoutArgumentsThereAreDefaults() {
    #expect(Arguments([]) == Arguments())
    #expect(Arguments().port == 8080)
  }

  @Test func argumentsAreRead() throws {
    let arguments = try #require(
      Arguments(["--port", "9000", "--database", "x.sqlite", "--host", "0.0.0.0"]))
    #expect(arguments.port == 9000)
    #expect(arguments.database == "x.sqlite")
    #expect(arguments.host == "0.0.0.0")
  }

  @Test func aFileIsExportedOrImported() throws {
    #expect(
      Arguments(["export", "x.jsonl", "--database", "x.sqlite"])?.task == .export(to: "x.jsonl"))
    #expect(Arguments(["import", "x.jsonl"])?.task == .importObjects(from: "x.jsonl"))
  }

  @Test(arguments: [
    ["export"], ["import"], ["--help"], ["--port"], ["--port", "70000"], ["--port", "x"],
    ["--what", "1"],
  ])
  func whatCannotBeUnderstoodIsRefused(arguments: [String]) {
    #expect(Arguments(arguments) == nil)
  }
}
