import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct ReadProblemsTests {
  private let row = ObjectID(entityName: "Book", rowID: 1)

  @Test func problemsAreInTheOrderInWhichTheyWereFound() {
    let problems = ReadProblems()
    problems.note(row, entity: "Book", property: "pages", "first")
    problems.note(row, entity: "Book", "second")
    #expect(problems.pending.map(\.message) == ["first", "second"])
    #expect(problems.pending.map(\.property) == ["pages", nil])
  }

  @Test func oneSubjectIsNotedOnceUntilItIsReported() {
    let problems = ReadProblems()
    problems.note(row, entity: "Book", property: "pages", "first")
    problems.note(row, entity: "Book", property: "pages", "again")
    #expect(problems.pending.map(\.message) == ["first"])
    #expect(throws: ReadError.self) { try problems.report() }
    problems.note(row, entity: "Book", property: "pages", "later")
    #expect(problems.pending.map(\.message) == ["later"])
  }

  @Test func aReportThrowsEverythingOnce() throws {
    let problems = ReadProblems()
    try problems.report()
    for property in ["a", "b"] { problems.note(row, entity: "Book", property: property, "m") }
    let error = #expect(throws: ReadError.self) { try problems.report() }
    #expect(
      error?.description == """
        Book-1.a could not be read: m
        Book-1.b could not be read: m
        """)
    #expect(problems.isEmpty)
    try problems.report()
  }
}
