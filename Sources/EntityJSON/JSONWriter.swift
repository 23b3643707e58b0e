/// JSON that is written from front to back, members in the order in which they are given.
package struct JSONWriter {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// The last byte of the text that has been taken away.
  private var lastTaken: UInt8?

  /// Creates a writer without text.
  package init() {}

  /// Returns the text so far, which is the writer's no more.
  package mutating func takeBytes() -> [UInt8] {
    lastTaken = bytes.last ?? lastTaken
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Sets room aside for a text of some `byteCount` bytes.
  package mutating func expect(byteCount: Int) {
    // What is more than that again would be more than it takes to grow.
    bytes.reserveCapacity(byteCount + byteCount / 8)
  }

  /// Adds the beginning of an object.
  package mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
  }

  /// Adds the end of the object that is being written.
  package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  /// Adds the beginning of an array.
  package mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
  }

  /// Adds the end of the array that is being written.
  package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Adds the name of a member to the object that is being written, whose value comes next.
  package mutating func beginMember(_ name: String) {
    append(name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Adds the name of a member as `memberStart` returns it.
  package mutating func beginMember(written name: ArraySlice<UInt8>) {
    separate()
    bytes.append(contentsOf: name)
  }

  /// Returns `name` as a member begins with it: in quotes, with its escapes and the colon.
  package static func memberStart(_ name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginMember(name)
    return writer.bytes
  }

  /// Adds an object with the members that `members` adds.
  package mutating func appendObject(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  /// Adds a value that `json` is.
  package mutating func append(raw json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  /// Adds a value as it was written.
  package mutating func append(_ json: JSON) {
    separate()
    bytes.append(contentsOf: json.source)
  }

  /// Adds a member to the object that is being written; its name needs no escapes.
  package mutating func member(_ name: StaticString, _ value: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    value(&self)
  }

  /// Adds a member that is a string.
  package mutating func member(_ name: StaticString, _ value: String) {
    member(name) { $0.append(value) }
  }

  /// Adds a member that is a whole number.
  package mutating func member(_ name: StaticString, _ value: Int) {
    member(name) { $0.append(value) }
  }

  /// Adds a member that is an array, of which `append` adds each of `elements`.
  package mutating func member<Element>(
    _ name: StaticString, _ elements: [Element], append: (inout JSONWriter, Element) -> Void
  ) {
    member(name) { writer in
      writer.bytes.append(UInt8(ascii: "["))
      for element in elements { append(&writer, element) }
      writer.bytes.append(UInt8(ascii: "]"))
    }
  }

  /// Adds a string.
  package mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { append(utf8: $0) }
  }

  /// Adds the string whose UTF-8 is `text`.
  package mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(utf8: text)
  }

  /// Adds a whole number.
  package mutating func append(_ number: Int) { append(integer: Int64(number)) }

  /// Adds a whole number.
  package mutating func append(integer number: Int64) {
    separate()
    bytes.append(integer: number)
  }

  /// Adds a number, which is finite.
  package mutating func append(real number: Double) {
    separate()
    bytes.append(real: number)
  }

  /// Adds what `write` writes, which is `count` bytes at most: whole values, or members of the
  /// object that is being written, with the commas between them; nothing if it returns `false`.
  ///
  /// - Returns: what `write` returns.
  package mutating func append(atMost count: Int, _ write: (inout JSONPiece) -> Bool) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { memory in
      guard let start = memory.baseAddress else { return false }
      var piece = JSONPiece(at: start)
      guard write(&piece) else { return false }
      guard piece.end > start else { return true }
      separate()
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: piece.end - start))
      return true
    }
  }

  /// Returns `string` as JSON, with its quotes.
  package static func quoted(_ string: String) -> String {
    var writer = JSONWriter()
    writer.append(string)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Adds the comma that a value needs unless it is the first one or has a name before it.
  private mutating func separate() {
    switch bytes.last ?? lastTaken {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
