import EntityJSON
import Testing

/// Members and elements are changed as those of a dictionary and of an array are.
@Suite struct JSONPartsTests {
  /// Returns the text of what `change` makes of the value that `text` is.
  private func changed(_ text: String, _ change: (inout JSON) -> Void) throws -> String {
    var json = try JSON(reading: text)
    change(&json)
    // The result is read from its own text.
    #expect(try JSON(reading: json.source) == json)
    return json.text
  }

  @Test func `a member is replaced, added or taken away, and the others stay as written`() throws {
    let text = #"{ "a": 1.50, "b": [ 2 ] }"#
    #expect(try changed(text) { $0["b"] = "x" } == #"{ "a": 1.50, "b": "x" }"#)
    #expect(try changed(text) { $0["c"] = true } == #"{ "a": 1.50, "b": [ 2 ], "c": true }"#)
    #expect(try changed(text) { $0["b"] = .null } == #"{ "a": 1.50, "b": null }"#)
    #expect(try changed(text) { $0["b"] = nil } == #"{ "a": 1.50 }"#)
    #expect(try changed(text) { $0["c"] = nil } == text)
    #expect(try changed(text) { $0[#"q"\n"#] = 1 } == #"{ "a": 1.50, "b": [ 2 ], "q\"\\n": 1 }"#)
  }

  @Test func `of members of one name the first is changed and remains`() throws {
    #expect(try changed(#"{"a":1,"b":2,"a":3}"#) { $0["a"] = 4 } == #"{"a":4,"b":2}"#)
    #expect(try changed(#"{"a":1,"b":2,"a":3}"#) { $0["a"] = nil } == #"{"b":2}"#)
  }

  @Test func `parts within parts are changed`() throws {
    let text = #"{"c":{"city":"Bergen"},"l":[{"p":1},{"p":2}]}"#
    #expect(
      try changed(text) { $0["c"]?["city"] = "Oslo" }
        == #"{"c":{"city":"Oslo"},"l":[{"p":1},{"p":2}]}"#)
    #expect(
      try changed(text) { $0["l"]?[1]?["p"] = 3 }
        == #"{"c":{"city":"Bergen"},"l":[{"p":1},{"p":3}]}"#)
    #expect(try changed(text) { $0["x"]?["city"] = "Oslo" } == text)
  }

  @Test func `what is not there is changed from a default`() throws {
    #expect(
      try changed("{}") { $0["c", default: [:]]["city"] = "Oslo" } == #"{"c":{"city":"Oslo"}}"#)
    #expect(
      try changed(#"{"c":{"a":1}}"#) { $0["c", default: [:]]["b"] = 2 } == #"{"c":{"a":1,"b":2}}"#)
    #expect(try changed("{}") { $0["l", default: []].append(1) } == #"{"l":[1]}"#)
    let json: JSON = ["a": 1]
    #expect(json["b", default: 2] == 2)
    #expect(json["a", default: 2] == 1)
  }

  @Test func `what is no object becomes one with the member alone`() throws {
    for text in ["null", "1", "[1]", #""x""#] {
      #expect(try changed(text) { $0["a"] = 1 } == #"{"a":1}"#)
      #expect(try changed(text) { $0["a"] = nil } == text)
    }
  }

  @Test func `an element is replaced, added behind the last one or taken away`() throws {
    #expect(try changed("[1,2,3]") { $0[1] = "x" } == #"[1,"x",3]"#)
    #expect(try changed("[1,2,3]") { $0[1] = nil } == "[1,3]")
    #expect(try changed("[1,2,3]") { $0[3] = 4 } == "[1,2,3,4]")
    #expect(try changed("[]") { $0[0] = 1 } == "[1]")
  }

  @Test func `at positions that an array does not have nothing changes`() throws {
    for position in [-1, 4, .max, .min] {
      #expect(try changed("[ 1, 2, 3 ]") { $0[position] = 9 } == "[ 1, 2, 3 ]")
      #expect(try changed("[ 1, 2, 3 ]") { $0[position] = nil } == "[ 1, 2, 3 ]")
    }
    #expect(try changed("[ 1 ]") { $0[1] = nil } == "[ 1 ]")
    #expect(try changed(#"{"a":1}"#) { $0[0] = 9 } == #"{"a":1}"#)
    #expect(try changed("null") { $0[0] = 9 } == "null")
  }

  @Test func `an element is appended to an array, and what is none becomes one of it`() throws {
    #expect(try changed("[1, 2 ]") { $0.append(["a": 3]) } == #"[1, 2 ,{"a":3}]"#)
    #expect(try changed(" [ ] ") { $0.append(1) } == "[ 1]")
    #expect(try changed(#"{"l": [ 1 ]}"#) { $0["l"]?.append("x") } == #"{"l": [ 1 ,"x"]}"#)
    #expect(try changed("null") { $0.append(1) } == "[1]")
    #expect(try changed(#"{"a":1}"#) { $0.append(1) } == "[1]")
  }

  @Test func `what is changed in a loop is what is written at once`() throws {
    var (list, object): (JSON, JSON) = ([], [:])
    for number in 0..<200 {
      list.append(["n": JSON(number)])
      object["k\(number)"] = JSON(number)
      if number % 3 == 0 { object["k\(number / 2)"] = nil }
      if number % 5 == 0 { object["k\(number / 3)"] = "é\"" }
    }
    #expect(list == JSON((0..<200).map { ["n": JSON($0)] as JSON }))
    #expect(list.count == 200 && list[199]?["n"]?.int == 199 && list[200] == nil)
    var wanted: [String: JSON] = [:]
    for number in 0..<200 {
      wanted["k\(number)"] = JSON(number)
      if number % 3 == 0 { wanted["k\(number / 2)"] = nil }
      if number % 5 == 0 { wanted["k\(number / 3)"] = "é\"" }
    }
    #expect(object == JSON(members: wanted))
    #expect(try JSON(reading: object.text) == object)
    #expect(object.members?.allSatisfy { object[$0.name] == $0.value } == true)
  }

  @Test func `many tasks read at once what has been written`() async throws {
    for _ in 0..<20 {
      var list: JSON = []
      for number in 0..<50 { list.append([JSON(number)]) }
      let written = list
      try await withThrowingTaskGroup(of: Int?.self) { group in
        for position in 0..<50 { group.addTask { written[position]?[0]?.int } }
        var found: Set<Int?> = []
        for try await number in group { found.insert(number) }
        #expect(found == Set(0..<50))
      }
    }
  }
}
