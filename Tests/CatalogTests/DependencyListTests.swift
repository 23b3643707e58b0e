import Testing

@testable import catalog

@Suite struct DependencyListTests {
  @Test func groupsHaveAlternatives() throws {
    let list = try DependencyList("libc6 (>= 2.34), default-mta | mail-transport-agent")
    #expect(
      list.groups == [
        [.init(name: "libc6", restriction: .init(relation: .laterOrEqual, version: "2.34"))],
        [.init(name: "default-mta"), .init(name: "mail-transport-agent")],
      ])
    #expect(list.names == ["libc6", "default-mta", "mail-transport-agent"])
  }

  @Test func architectureFollowsTheName() throws {
    let list = try DependencyList("python3:any (<< 3.12), libc6:i386")
    #expect(
      list.groups == [
        [
          .init(
            name: "python3", architecture: "any",
            restriction: .init(relation: .earlier, version: "3.12"))
        ],
        [.init(name: "libc6", architecture: "i386")],
      ])
  }

  @Test(arguments: [
    ("a (<< 1)", DependencyList.Relation.earlier), ("a (<= 1)", .earlierOrEqual),
    ("a (= 1)", .equal), ("a (>= 1)", .laterOrEqual), ("a (>> 1)", .later),
    ("a (< 1)", .earlierOrEqual), ("a (> 1)", .laterOrEqual), ("a (1)", .equal),
  ])
  func relationIsRead(text: String, relation: DependencyList.Relation) throws {
    #expect(
      try DependencyList(text).groups.first?.first?.restriction
        == .init(relation: relation, version: "1"))
  }

  @Test func blanksDoNotMatter() throws {
    let tight = try DependencyList("a(>=1)|b,c:any")
    let loose = try DependencyList("  a ( >=\t1 )\n | b ,\r\n c : any \n")
    #expect(tight == loose)
  }

  @Test(arguments: ["", " ", "\n "]) func nothingIsNeeded(text: String) throws {
    #expect(try DependencyList(text).groups.isEmpty)
  }

  @Test(arguments: [
    ("a b", "expected ',' or '|', found 'b'", 0),
    ("a,", "expected a package name, found the end", 0),
    ("a,,b", "expected a package name, found ',b'", 0),
    ("a | (b)", "expected a package name, found '(b)'", 0),
    ("a:", "expected an architecture, found the end", 0),
    ("a (>= )", "expected a version, found ')'", 0),
    ("a (>> 1", "expected ')', found the end", 0),
    ("a (=> 1)", "expected '<<', '<=', '=', '>=' or '>>', found '1)'", 0),
    ("a,\n b,\n c d", "expected ',' or '|', found 'd'", 2),
  ])
  func malformedListSaysWhatIsExpected(text: String, problem: String, line: Int) {
    #expect(throws: DependencyList.Malformed(problem: problem, line: line)) {
      try DependencyList(text)
    }
  }
}
