import Foundation
import TestSupport
import Testing

@Suite struct OutlineCommandTests {
  /// The line for a file that is empty.
  private func emptyOutline(_ path: String) -> String {
    """
    {"path":"\(path)","bytes":0,"lines":1,"types":[],"functionCount":0,"functions":[]}

    """
  }

  @Test func everythingOfTheOutlineIsPrinted() throws {
    let source = """
      @Entity(1)
      public final class `Book`<T>: Base, P where T: Q {
        @A private(set) var a, (b, c): (Int, Int) = (1, 2) { didSet {} }
        #if X
        let d: String
        #endif
        var e: Int { 1 }
        static var f: [Int] {
          mutating get async throws { [] }
          set {}
        }
        func g() { enum Local {} }
      }
      func top(
      ) {}

      """
    try TemporaryDirectory.with { directory in
      try directory.write(source.utf8, to: "Book.swift")
      let run = try Tool.run("outline", "Book.swift", in: directory)
      let members = [
        """
        {"names":["a"],"pattern":"a","keyword":"var","attributes":["@A"],\
        "modifiers":["private(set)"],"type":null,"initializer":null,"accessors":null,\
        "line":3,"nameLine":3,"declIndex":0,"inIfConfig":false}
        """,
        """
        {"names":["b","c"],"pattern":"(b, c)","keyword":"var","attributes":["@A"],\
        "modifiers":["private(set)"],"type":"(Int, Int)","initializer":"(1, 2)",\
        "accessors":["didSet"],"accessorEffects":[null],"accessorModifiers":[null],\
        "line":3,"nameLine":3,"declIndex":0,"inIfConfig":false}
        """,
        """
        {"names":["d"],"pattern":"d","keyword":"let","attributes":[],\
        "modifiers":[],"type":"String","initializer":null,"accessors":null,\
        "line":5,"nameLine":5,"declIndex":1,"inIfConfig":true}
        """,
        """
        {"names":["e"],"pattern":"e","keyword":"var","attributes":[],\
        "modifiers":[],"type":"Int","initializer":null,"accessors":"shorthand",\
        "line":7,"nameLine":7,"declIndex":2,"inIfConfig":false}
        """,
        """
        {"names":["f"],"pattern":"f","keyword":"var","attributes":[],\
        "modifiers":["static"],"type":"[Int]","initializer":null,\
        "accessors":["get","set"],"accessorEffects":["async throws",null],\
        "accessorModifiers":["mutating",null],\
        "line":8,"nameLine":8,"declIndex":3,"inIfConfig":false}
        """,
      ]
      let expected = """
        {"path":"Book.swift","bytes":\(source.utf8.count),"lines":16,"types":[\
        {"kind":"class","name":"`Book`","path":[],"parent":null,"local":false,\
        "inIfConfig":false,"attributes":["@Entity(1)"],"modifiers":["public","final"],\
        "inherits":["Base","P"],"generics":"<T>","where":"where T: Q","line":1,"nameLine":2,\
        "offset":0,"endOffset":\(source.utf8.count - 16),"members":[\
        \(members.joined(separator: ","))]},\
        {"kind":"enum","name":"Local","path":["`Book`"],"parent":0,"local":true,\
        "inIfConfig":false,"attributes":[],"modifiers":[],"inherits":[],"generics":null,\
        "where":null,"line":12,"nameLine":12,"offset":270,"endOffset":283,"members":[]}],\
        "functionCount":2,"functions":[{"name":"top","line":14,"nameLine":14}]}

        """
      #expect(run == Tool.Run(output: expected))
    }
  }

  @Test func eachFileIsOneLineInTheOrderGiven() throws {
    try TemporaryDirectory.with { directory in
      for name in ["a.swift", "b.swift", "é 2.swift"] { try directory.write([], to: name) }
      let run = try Tool.run(
        "outline", "é 2.swift", "a.swift", "./b.swift", "a.swift", in: directory)
      let lines = ["é 2.swift", "a.swift", "./b.swift", "a.swift"].map(emptyOutline)
      #expect(run == Tool.Run(output: lines.joined()))
    }
  }

  @Test func aDashIsStandardInput() throws {
    let run = try Tool.run("outline", "-", in: TemporaryDirectory(), input: "func f() {}")
    let expected = """
      {"path":"-","bytes":11,"lines":1,"types":[],"functionCount":1,\
      "functions":[{"name":"f","line":1,"nameLine":1}]}

      """
    #expect(run == Tool.Run(output: expected))
  }

  @Test func filesThatCannotBeReadAreNamedAndTheOthersPrinted() throws {
    try TemporaryDirectory.with { directory in
      for name in ["a.swift", "b.swift"] { try directory.write([], to: name) }
      try FileManager.default.createDirectory(
        at: directory.url.appending(path: "folder.swift"), withIntermediateDirectories: false)
      let run = try Tool.run(
        "outline", "a.swift", "missing.swift", "folder.swift", "a.swift/b.swift", "b.swift",
        in: directory)
      let errors = """
        entity-model: missing.swift: No such file or directory
        entity-model: folder.swift: Is a directory
        entity-model: a.swift/b.swift: Not a directory

        """
      let output = emptyOutline("a.swift") + emptyOutline("b.swift")
      #expect(run == Tool.Run(output: output, errors: errors, status: 1))
    }
  }

  @Test(.enabled("whoever runs this may read everything") { geteuid() != 0 })
  func aFileThatMayNotBeReadIsNamed() throws {
    try TemporaryDirectory.with { directory in
      try directory.write([], to: "a.swift")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0], ofItemAtPath: directory.path("a.swift"))
      let run = try Tool.run("outline", "a.swift", in: directory)
      #expect(
        run == Tool.Run(errors: "entity-model: a.swift: Permission denied\n", status: 1))
    }
  }

  @Test(
    .enabled("only some systems have a disk that is always full") {
      FileManager.default.fileExists(atPath: "/dev/full")
    })
  func outputThatCannotBeWrittenIsReported() throws {
    try TemporaryDirectory.with { directory in
      try directory.write([], to: "a.swift")
      let disk = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let run = try Tool.run("outline", "a.swift", in: directory, output: disk)
      let errors = "entity-model: standard output: cannot be written\n"
      #expect(run == Tool.Run(errors: errors, status: 1))
    }
  }

  @Test func bytesThatAreNoTextAreReplaced() throws {
    try TemporaryDirectory.with { directory in
      let source = Array("struct A { let b = \"".utf8) + [0xFF, 0xC3] + Array("\" }".utf8)
      try directory.write(source, to: "a.swift")
      let run = try Tool.run("outline", "a.swift", in: directory)
      let expected = """
        {"path":"a.swift","bytes":25,"lines":1,"types":[{"kind":"struct","name":"A","path":[],\
        "parent":null,"local":false,"inIfConfig":false,"attributes":[],"modifiers":[],\
        "inherits":[],"generics":null,"where":null,"line":1,"nameLine":1,"offset":0,\
        "endOffset":25,"members":[{"names":["b"],"pattern":"b","keyword":"let","attributes":[],\
        "modifiers":[],"type":null,"initializer":"\\"\u{FFFD}\u{FFFD}\\"","accessors":null,\
        "line":1,"nameLine":1,"declIndex":0,"inIfConfig":false}]}],\
        "functionCount":0,"functions":[]}

        """
      #expect(run == Tool.Run(output: expected))
    }
  }

  @Test func everyCharacterSurvivesTheEscapes() throws {
    try TemporaryDirectory.with { directory in
      let characters = (UInt32(0)..<0x100).compactMap(Unicode.Scalar.init).map(Character.init)
      let literal = "\"\"\"\n" + String(characters + ["\u{2028}", "😀", "\r\n"]) + "\n\"\"\""
      try directory.write("struct A { let b = \(literal) }".utf8, to: "a.swift")
      let run = try Tool.run("outline", "a.swift", in: directory)
      #expect(run.output.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
      #expect(run.output.filter { $0 == "\n" }.count == 1)

      let outline = try JSONDecoder().decode(File.self, from: Data(run.output.utf8))
      let initializer = outline.types.first?.members.first?.initializer
      #expect(initializer.map { Array($0.utf8) } == Array(literal.utf8))
    }
  }

  /// As much of an outline as leads to the text of an initializer.
  private struct File: Decodable {
    struct TypeEntry: Decodable { let members: [Member] }
    struct Member: Decodable { let initializer: String? }
    let types: [TypeEntry]
  }
}
