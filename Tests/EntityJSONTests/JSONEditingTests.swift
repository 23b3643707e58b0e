import EntityJSON
import Testing

/// Members are changed in the text, and the rest of it stays as it is.
@Suite struct JSONEditingTests {
  private func edited(_ text: String, _ edits: [(String, JSON?)]) throws -> String {
    let json = try JSON(reading: text).edited(
      by: edits.map { JSONEdit($0.0.split(separator: ".").map(String.init), $0.1) })
    // The result is read from its own text.
    #expect(try JSON(reading: json.source) == json)
    return json.text
  }

  @Test func `members are replaced, added and taken away in place`() throws {
    let text = "{ \"a\" : 1 ,\n  \"b\" : 2.50,\n  \"c\" : [ 1 ]\n}"
    #expect(try edited(text, []) == text)
    #expect(
      try edited(text, [("b", "x")]) == "{ \"a\" : 1 ,\n  \"b\" : \"x\",\n  \"c\" : [ 1 ]\n}")
    #expect(try edited(text, [("b", nil)]) == "{ \"a\" : 1,\n  \"c\" : [ 1 ]\n}")
    #expect(try edited(text, [("a", nil)]) == "{ \"b\" : 2.50,\n  \"c\" : [ 1 ]\n}")
    #expect(try edited(text, [("c", nil)]) == "{ \"a\" : 1 ,\n  \"b\" : 2.50\n}")
    #expect(try edited(text, [("a", nil), ("b", nil), ("c", nil)]) == "{\n}")
    #expect(
      try edited(text, [("d", true), ("e", .null)])
        == "{ \"a\" : 1 ,\n  \"b\" : 2.50,\n  \"c\" : [ 1 ],\n  \"d\" : true,\n  \"e\" : null\n}")
    #expect(try edited(text, [("d", nil)]) == text)
  }

  @Test func `an object is made where there is none`() throws {
    #expect(try edited("{}", [("a", 1), ("b", 2)]) == #"{"a":1,"b":2}"#)
    #expect(try edited("{ }", [("a.b.c", 1), ("a.d", 2)]) == #"{"a":{"b":{"c":1},"d":2} }"#)
    #expect(try edited(#"{"a":5}"#, [("a.b", 1)]) == #"{"a":{"b":1}}"#)
    #expect(try edited(#"{"a":5}"#, [("a.b", nil)]) == #"{"a":5}"#)
    #expect(try edited("[1]", [("a", 1)]) == #"{"a":1}"#)
    #expect(try edited("[1]", [("a", nil)]) == "[1]")
    #expect(try edited(#"{"a": {"b": 1}}"#, [("a.b", nil)]) == #"{"a": {}}"#)
  }

  @Test func `of members of one name one remains`() throws {
    let text = #"{"a":1,"b":2,"\u0061":3,"c":4}"#
    #expect(try edited(text, [("a", 5)]) == #"{"a":5,"b":2,"c":4}"#)
    #expect(try edited(text, [("a", nil)]) == #"{"b":2,"c":4}"#)
    #expect(try edited(text, [("b", 5)]) == #"{"a":1,"b":5,"\u0061":3,"c":4}"#)
  }

  @Test(
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
      (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
      (#"{"a":"foo"}"#, "null", "null"),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
      ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
      // Beyond the table of the RFC.
      ("{ \"a\" : 1.50 }", "{}", "{ \"a\" : 1.50 }"),
      (#"{"a":1}"#, #"{"a":{}}"#, #"{"a":{}}"#),
      (
        #"{"a": 1.50, "b": {"c": 2, "d" : 1e2}}"#, #"{"b":{"c":null}}"#,
        #"{"a": 1.50, "b": {"d" : 1e2}}"#
      ),
      (#"{"a":1}"#, #"{"a":2,"\u0061":3}"#, #"{"a":2}"#),
    ] as [(String, String, String)])
  func `a merge patch does what RFC 7396 says`(
    _ text: String, _ patch: String, _ result: String
  ) throws {
    #expect(try JSON(reading: text).merging(JSON(reading: patch)).text == result)
  }

  @Test func `many members are edited`() throws {
    let names = (0..<5000).map { "m\($0)" }
    let (one, two): (JSON, JSON) = (1, 2)
    let json = JSON(members: names.map { ($0, one) })
    let edited = json.edited(by: names.reversed().map { JSONEdit([$0], two) })
    #expect(edited.text == JSON(members: names.map { ($0, two) }).text)
  }

  @Test func `an object inside of an array is edited without what is around it`() throws {
    let list = try JSON(reading: #"[0, {"a": 1}, 2]"#)
    #expect(list[1]?.edited(by: [JSONEdit(["b"], 2)]).text == #"{"a": 1,"b": 2}"#)
  }
}
