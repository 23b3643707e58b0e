extension ObjectID {
  /// The id as text, like `Book-42`, which `init(_:)` takes back.
  ///
  /// It is the name of the entity at the root of the inheritance tree, a hyphen and the number of
  /// the row, and stays the same for as long as the entity has that name. It consists of characters
  /// that a URL has unescaped: what is neither a letter of ASCII, a digit nor `_` in the name is
  /// written as `~` and two hexadecimal digits for each byte of its UTF-8. No two ids have the same
  /// text. That of a temporary id, like `Book-t3`, is for people to read.
  public var text: String {
    var text = ""
    for byte in entityName.utf8 { text += byte.isPlain ? byte.character : "~" + byte.hexadecimal }
    return text + (isTemporary ? "-t" : "-") + String(rowID.magnitude)
  }

  /// Creates the id that `text` represents, as the `text` of a permanent id does.
  ///
  /// It is not known whether there is such an object; `ManagedObjectContext.object(_:with:)` says.
  ///
  /// - Throws: an `ObjectIDError` if `text` is not the text of an id, or that of a temporary one,
  ///   which only its own context knows.
  public init(_ text: some StringProtocol) throws(ObjectIDError) {
    let text = String(text)
    guard let id = ObjectID(anyText: text) else { throw .notAnID(text) }
    guard !id.isTemporary else { throw .temporary(text) }
    self = id
  }

  /// Creates the id, permanent or temporary, that `text` represents; `nil` if it represents none.
  package init?(anyText text: String) {
    let bytes = text.utf8
    guard let hyphen = bytes.lastIndex(of: UInt8(ascii: "-")),
      let name = String(escaped: bytes[..<hyphen])
    else { return nil }
    let digits = Substring(bytes[bytes.index(after: hyphen)...])
    let isTemporary = digits.utf8.first == UInt8(ascii: "t")
    guard let number = Int64(isTemporary ? "-\(digits.dropFirst())" : digits), number != 0 else {
      return nil
    }
    self.init(entityName: name, rowID: number)
    // There is one text for each id: no leading zeros, no signs, nothing escaped without need.
    guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }
}

/// Says that a text represents no id, or not one of the entity that was asked for.
public struct ObjectIDError: Error, Hashable, Sendable {
  /// The text, at most the beginning of it.
  public let text: String

  /// What is wrong.
  public let message: String

  /// Creates the error that `text` is wrong as `message` says, after its name.
  package init(_ text: String, _ message: String) {
    self.text = String(text.unicodeScalars.prefix(64))
    self.message = "\(self.text.debugDescription) \(message)"
  }

  /// A text that is not that of an id.
  package static func notAnID(_ text: String) -> ObjectIDError {
    ObjectIDError(
      text, "is not the id of an object; the text of one is its entity and number, like \"Book-42\""
    )
  }

  /// A text of a temporary id.
  package static func temporary(_ text: String) -> ObjectIDError {
    ObjectIDError(
      text,
      "is the temporary id of an object that had not been saved, which nobody else can find; use "
        + "the id that the object has after its first save")
  }

  /// The text of `id`, which is not that of an object of `entity`, in the tree of `root`.
  package static func otherEntity(
    _ id: ObjectID, wanted entity: String, root: String
  ) -> ObjectIDError {
    let form = ObjectID(entityName: root, rowID: 42).text
    return ObjectIDError(
      id.text, "is not the id of an object of '\(entity)', which is like \"\(form)\"")
  }
}

extension ObjectIDError: CustomStringConvertible {
  public var description: String { message }
}

extension ObjectID: Codable {
  private enum CodingKeys: String, CodingKey {
    case entityName, rowID
  }

  /// Reads the id from its text, or from the name of its entity and its row id.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      guard let id = ObjectID(anyText: text) else {
        throw DecodingError.dataCorruptedError(
          in: value, debugDescription: ObjectIDError.notAnID(text).message)
      }
      self = id
      return
    }
    guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
      throw DecodingError.typeMismatch(
        ObjectID.self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "the id of an object is a text like \"Book-42\""))
    }
    self.init(
      entityName: try container.decode(String.self, forKey: .entityName),
      rowID: try container.decode(Int64.self, forKey: .rowID))
  }

  /// Writes the id as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension UInt8 {
  /// `true` if a name has the byte unescaped in the text of an id.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The character of ASCII.
  fileprivate var character: String { String(Unicode.Scalar(self)) }

  /// Two hexadecimal digits.
  fileprivate var hexadecimal: String {
    (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
  }
}

extension String {
  /// Creates the name that `bytes` represent in the text of an id; `nil` if they represent none.
  fileprivate init?(escaped bytes: Substring.UTF8View) {
    var name: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        name.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else {
        return nil
      }
      name.append(value)
      rest = rest.dropFirst(2)
    }
    guard !name.isEmpty, let text = String(validating: name, as: UTF8.self) else { return nil }
    self = text
  }
}
