/// A record of a control file: fields, each of which has a name, a value and a line.
struct Stanza {
  /// Where a field is among the record's bytes.
  private struct Field {
    let name: Range<Int>
    var value: Range<Int>
    let line: Int
  }

  /// The file that the record comes from.
  let file: String

  private var bytes: [UInt8] = []
  private var fields: [Field] = []

  /// Creates a record of `file` without fields.
  init(file: String) { self.file = file }

  /// `true` if there are no fields.
  var isEmpty: Bool { fields.isEmpty }

  /// How many bytes the fields take.
  var size: Int { bytes.count }

  /// The line that the record begins at.
  var line: Int { fields.first?.line ?? 0 }

  /// Adds a field that begins at `line`; `false` if there is one of that name already.
  mutating func append(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>, line: Int) -> Bool {
    guard !fields.contains(where: { Ascii.equal(bytes[$0.name], name) }) else { return false }
    let start = bytes.count
    bytes += name
    let middle = bytes.count
    bytes += value
    fields.append(Field(name: start..<middle, value: middle..<bytes.count, line: line))
    return true
  }

  /// Adds a line to the value of the last field; `false` if there is no field.
  mutating func `continue`(with line: ArraySlice<UInt8>) -> Bool {
    guard let last = fields.indices.last else { return false }
    bytes.append(Ascii.newline)
    bytes += line
    fields[last].value = fields[last].value.lowerBound..<bytes.count
    return true
  }

  /// The value of the field `name`, its lines separated by newlines; `nil` if there is none.
  subscript(name: String) -> String? {
    // Most fields are never asked for; only those that are become strings.
    field(name).map { String(decoding: bytes[$0.value], as: UTF8.self) }
  }

  /// Returns the error that says what is wrong with a line of the field `name`, or with the record.
  func malformed(_ problem: String, in name: String? = nil, line offset: Int = 0) -> CatalogError {
    .malformed(
      file: file, line: (name.flatMap(field)?.line ?? line) + offset, problem: problem)
  }

  private func field(_ name: String) -> Field? {
    fields.first { Ascii.equal(bytes[$0.name], name.utf8) }
  }
}
