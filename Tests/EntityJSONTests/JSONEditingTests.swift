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
