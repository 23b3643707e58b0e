/// The name of a case of an enumeration, or of a value that it has, as it is written.
struct CaseKey: CodingKey {
  let stringValue: String

  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { nil }
}

/// Writes one case of an enumeration in the form that the compiler would make: an object with one
/// member, named for the case, whose members are the values of the case.
///
/// What the compiler makes is a type and some functions for each case, a sixth of all code of this
/// module, which every build of a program compiles twice.
struct CaseWriter {
  private var values: KeyedEncodingContainer<CaseKey>
  private var count = 0

  /// Begins the case of that name.
  init(_ name: String, to encoder: any Encoder) {
    var container = encoder.container(keyedBy: CaseKey.self)
    values = container.nestedContainer(keyedBy: CaseKey.self, forKey: CaseKey(name))
  }

  /// Writes the next value, which has a number unless it has a name.
  mutating func add(_ value: some Encodable, named name: String? = nil) throws {
    try values.encode(value, forKey: CaseKey(name ?? "_\(count)"))
    count += 1
  }
}

/// Reads one case of an enumeration that `CaseWriter` has written.
struct CaseReader {
  /// The name of the case.
  let name: String

  private let values: KeyedDecodingContainer<CaseKey>
  private let path: [any CodingKey]

  /// Reads the name of the case; throws a `DecodingError` if there is none or more than one.
  init(from decoder: any Decoder) throws {
    path = decoder.codingPath
    let container = try decoder.container(keyedBy: CaseKey.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path, debugDescription: "an object with one member is expected"))
    }
    name = key.stringValue
    values = try container.nestedContainer(keyedBy: CaseKey.self, forKey: key)
  }

  /// Returns the value with that number.
  func value<Value: Decodable>(_ number: Int, as type: Value.Type = Value.self) throws -> Value {
    try values.decode(type, forKey: CaseKey("_\(number)"))
  }

  /// Returns the value of that name.
  func value<Value: Decodable>(named name: String, as type: Value.Type = Value.self) throws -> Value
  {
    try values.decode(type, forKey: CaseKey(name))
  }

  /// Returns the value with that number; `nil` if there is none.
  func valueIfPresent<Value: Decodable>(
    _ number: Int, as type: Value.Type = Value.self
  ) throws -> Value? {
    try values.decodeIfPresent(type, forKey: CaseKey("_\(number)"))
  }

  /// The error that no case has the name.
  var unknown: DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: path, debugDescription: "nothing is named '\(name)'"))
  }
}
