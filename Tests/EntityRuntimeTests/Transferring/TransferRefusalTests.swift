import EntityGraph
import EntityStore
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// What is wrong with a file is refused, with its line, or passed over, and nothing is half done.
@Suite struct TransferRefusalTests {
  private static let header = #"{"entityGraph":"export","format":1}"#

  /// Expects that a file of `lines` is refused with `message`, and that nothing of it is stored.
  private func expectRefusal(
    _ lines: [String], _ message: String, _ options: ImportOptions = ImportOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for store in StoreKind.allCases {
      let container = try Transfer.container(store)
      let refusal = try Transfer.refusal {
        try Transfer.read(lines.joined(separator: "\n"), into: container, options)
      }
      #expect(refusal == message, sourceLocation: sourceLocation)
      #expect(try Transfer.contents(of: container) == [], sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    ("", "line 1: the file is empty; an export has a first line"),
    (
      "{}",
      "line 1, column 1: the file is no export: expected {\"entityGraph\": \"export\", \"format\": 1}"
    ),
    (
      #"{"entityGraph":"export"}"#,
      "line 1, column 1: the file does not say what format it has: expected "
        + "{\"entityGraph\": \"export\", \"format\": 1}"
    ),
    (
      #"{"entityGraph":"export","format":2}"#,
      "line 1, column 34, format: the file has format 2, and this program reads formats up to 1; "
        + "use a later version of EntityGraph"
    ),
    ("[", "line 1, column 2, $[0]: expected a value"),
  ])
  func `the first line says what the file is`(_ text: String, _ message: String) throws {
    try expectRefusal([text], message)
  }

  @Test(arguments: [
    (#"{"object":"Trunk""#, "line 2, column 18: expected ',' or '}'"),
    (
      #"{"name":"x"}"#,
      "line 2, column 9, name: a line begins with 'object', 'list', 'metadata' or 'end'"
    ),
    ("[]", "line 2, column 1: expected an object"),
    (#"{"object":"Box"}"#, "line 2, column 11, object: the model has no entity 'Box'"),
    (#"{"object":"Trunk","id":1}"#, "line 2, column 1: the object has no 'values'"),
    (
      #"{"object":"Trunk","id":0,"values":{}}"#,
      "line 2, column 24, id: expected an id, a whole number above 0"
    ),
    (
      #"{"object":"Trunk","id":1,"id":2,"values":{}}"#,
      "line 2, column 31, id: the member comes twice"
    ),
    (
      #"{"object":"Trunk","id":1,"values":{"name":"x","size":3}}"#,
      "line 2, column 54, values.size: 'Trunk' has no property 'size'"
    ),
    (
      #"{"object":"Trunk","id":1,"values":{"name":7}}"#,
      "line 2, column 43, values.name: 'Trunk.name' is a text"
    ),
    (
      #"{"object":"Trunk","id":1,"values":{"name":null}}"#,
      "line 2, values.name: 'Trunk.name' is required, and cannot be null"
    ),
    (
      #"{"object":"Trunk","id":1,"values":{}}"#,
      "line 2, values.name: 'Trunk.name' is required, and has no value here"
    ),
    (
      #"{"object":"Trunk","id":1,"values":{"name":"x","parcels":[1]}}"#,
      "line 2, column 57, values.parcels: 'Trunk.parcels' is a to-many; its members are in a line "
        + "of their own, 'list'"
    ),
    (
      #"{"object":"Trunk","values":{}}"#,
      "line 2: the object has neither an id nor values of a unique attribute to be found by"
    ),
    (
      #"{"object":"Packet","id":1,"values":{"code":"x","tiny":128}}"#,
      "line 2, column 55, values.tiny: 'Packet.tiny' is a whole number of 'int8'"
    ),
    (
      #"{"object":"Packet","id":1,"values":{"code":"x","ratio":1e400}}"#,
      "line 2, column 56, values.ratio: 'Packet.ratio' is a number"
    ),
    (
      #"{"object":"Packet","id":1,"values":{"code":"x","moment":"soon"}}"#,
      "line 2, column 57, values.moment: 'Packet.moment' is a date in ISO 8601"
    ),
    (
      #"{"object":"Packet","id":1,"values":{"code":"x","note":""}}"#,
      "line 2, values.note: 'Packet.note' must have from 1 to 40 characters"
    ),
    (
      #"{"object":"Packet","id":1,"values":{"code":"x","crate":"A"}}"#,
      "line 2, column 56, values.crate: expected the id of an object of 'Trunk', or an object with "
        + "its unique attributes"
    ),
    (
      #"{"object":"Packet","id":1,"values":{"code":"x","crate":{"size":1}}}"#,
      "line 2, column 56, values.crate: 'Trunk' has no unique key of these attributes"
    ),
    (
      #"{"object":"Packet","id":1,"values":{"code":"x","crate":5}}"#,
      "line 2: there is a reference to Trunk-5, which neither the file nor the store has"
    ),
    (
      #"{"object":"Packet","id":1,"values":{"code":"x","crate":{"name":"A"}}}"#,
      "line 2: there is a reference to an object of 'Trunk', which neither the file nor the store "
        + "has"
    ),
    (
      #"{"object":"BundlePart","id":1,"values":{"serial":1,"bundle":null}}"#,
      "line 2, values.bundle: 'BundlePart.bundle' is required, and cannot be null"
    ),
    (
      #"{"list":"Trunk.name","of":1,"members":[]}"#,
      "line 2, column 9, list: expected a to-many of the model, such as 'Author.books'"
    ),
    (
      #"{"list":"Tagging.parcels","of":1,"members":[]}"#,
      "line 2, of: neither the lines before nor the store have such an object of 'Tagging'; lists "
        + "come after the objects"
    ),
    (
      #"{"metadata":"key","value":7}"#,
      "line 2, column 13, value: expected how the value is stored, such as {\"$text\": …}"
    ),
    (#"{"end":1}"#, "line 2: the file has 0 objects, and had 1 when it was written"),
  ])
  func `a line that is wrong is refused with its place`(_ line: String, _ message: String) throws {
    try expectRefusal([Self.header, line], message)
  }

  @Test func `all problems of some lines are reported together`() throws {
    try expectRefusal(
      [Self.header, "x", #"{"object":"Trunk","id":1,"values":{"name":"A"}}"#, "[1,]"],
      """
      line 2, column 1: expected a value
      line 4, column 4, $[1]: expected a value
      """)
  }

  @Test func `an object comes once`() throws {
    let line = #"{"object":"Trunk","id":1,"values":{"name":"A"}}"#
    try expectRefusal(
      [Self.header, line, line], "line 3, id: the object is in an earlier line already")
    let named = #"{"object":"Trunk","values":{"name":"A"}}"#
    try expectRefusal(
      [Self.header, named, named], "line 3, id: the object is in an earlier line already")
    try expectRefusal(
      [
        Self.header, #"{"object":"Packet","id":1,"values":{"code":"A"}}"#,
        #"{"object":"Bundle9","id":1,"values":{"code":"B"}}"#,
      ], "line 3, id: the object is in an earlier line already")
  }

  @Test func `a unique value comes once`() throws {
    let lines = [
      Self.header, #"{"object":"Trunk","id":1,"values":{"name":"A"}}"#,
      #"{"object":"Trunk","id":2,"values":{"name":"A"}}"#,
    ]
    try expectRefusal(
      lines,
      "line 3, values.name: 'Trunk.name' is unique, and another object of the file has the same")
    for store in StoreKind.allCases {
      let container = try Transfer.container(store)
      var options = ImportOptions()
      options.invalidLines = .skip
      let report = try Transfer.read(lines.joined(separator: "\n"), into: container, options)
      #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 1 skipped")
    }
  }

  @Test func `a reference to an object of another class is refused`() throws {
    try expectRefusal(
      [
        Self.header, #"{"object":"Packet","id":7,"values":{"code":"A"}}"#,
        #"{"object":"BundlePart","id":1,"values":{"serial":1,"bundle":7}}"#,
      ], "line 3: there is a reference to Bundle9-7, which neither the file nor the store has")
    var options = ImportOptions()
    options.unknownReferences = .skip
    try expectRefusal(
      [
        Self.header, #"{"object":"Packet","id":7,"values":{"code":"A"}}"#,
        #"{"object":"BundlePart","id":1,"values":{"serial":1,"bundle":7}}"#,
      ],
      "'BundlePart.bundle' of BundlePart-1 is required, and refers to what neither the file nor "
        + "the store has", options)
  }

  @Test func `a file that ends before its last line is refused`() throws {
    let container = try Transfer.container()
    let context = container.newContext()
    for name in ["A", "B"] { _ = Trunk(name: name, in: context) }
    try context.save()
    let text = try Transfer.text(of: container)
    let lines = text.split(separator: "\n").map { String($0) }
    try expectRefusal(
      Array(lines.dropLast()),
      "line 3: the file ends before its last line; it has not been written or copied to its end")
    try expectRefusal(
      lines + ["{}"], "line 5: there is something after the last line")
    let cut = String(text.dropLast(20))
    let refusal = try Transfer.refusal { try Transfer.read(cut, into: Transfer.container()) }
    #expect(refusal.hasPrefix("line 3, column "))
    // Neither the last line feed nor how lines end matters.
    for text in [String(text.dropLast()), text.replacing("\n", with: "\r\n\r\n")] {
      #expect(try Transfer.read(text, into: Transfer.container()).inserted == 2)
    }
  }

  @Test func `bytes that are not UTF-8 are refused`() throws {
    var bytes = Array(
      (Self.header + "\n" + #"{"object":"Trunk","id":1,"values":{"name":"A"}}"#).utf8)
    bytes[bytes.count - 4] = 0xFF
    let container = try Transfer.container()
    let refusal = try Transfer.refusal { try Transfer.read(bytes, into: container) }
    #expect(refusal == "line 2, column 44, values.name: expected UTF-8")
  }

  @Test func `what is wrong may be passed over, and is listed`() throws {
    let file = Transfer.file(
      #"{"object":"Trunk","id":1,"values":{"name":"A","size":3}}"#, "x",
      #"{"object":"Box","id":1,"values":{}}"#,
      #"{"object":"Packet","id":1,"values":{"code":"p","crate":9,"note":""}}"#,
      #"{"object":"Packet","id":2,"values":{"code":"q","crate":9}}"#)
    let container = try Transfer.container()
    var options = ImportOptions()
    options.invalidLines = .skip
    options.unknownProperties = .skip
    options.unknownReferences = .skip
    let report = try Transfer.read(file, into: container, options)
    #expect(report.description == "2 inserted, 0 updated, 0 unchanged, 5 skipped")
    #expect(
      report.skipped.map(\.description) == [
        "line 2, column 54, values.size: 'Trunk' has no property 'size'",
        "line 3, column 1: expected a value",
        "line 4, column 11, object: the model has no entity 'Box'",
        "line 5, values.note: 'Packet.note' must have from 1 to 40 characters",
        "line 6: there is a reference to Trunk-9, which neither the file nor the store has",
      ])
    options.checksRules = false
    let loose = try Transfer.container()
    #expect(try Transfer.read(file, into: loose, options).inserted == 3)
  }

  @Test func `what a file says of how a value is stored is stored so`() throws {
    let file = Transfer.file(
      #"{"object":"Packet","id":1,"values":{"code":"p","grade":"odd","number":{"$text":"x"}}}"#)
    let container = try Transfer.container()
    try Transfer.read(file, into: container)
    let lines = try Transfer.lines(of: container)
    #expect(lines[0].contains(#""number":{"$text":"x"}"#))
    #expect(lines[0].contains(#""grade":"odd""#))
    let other = try Transfer.container()
    try Transfer.read(Transfer.text(of: container), into: other)
    #expect(try Transfer.contents(of: other) == Transfer.contents(of: container))
  }
}
