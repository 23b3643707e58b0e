import EntityModel
import EntityStore
import Foundation

/// A model with every kind of attribute, relationship and inheritance that a predicate can meet.
enum AgreementModel {
  static let model = ObjectModel(entities: [
    Entity(
      "Node",
      properties: [
        .attribute(Attribute(name: "flag", type: .boolean)),
        .attribute(Attribute(name: "maybe", type: .boolean, isOptional: true)),
        .attribute(Attribute(name: "small", type: .int16, isOptional: true, isIndexed: true)),
        .attribute(Attribute(name: "big", type: .int64)),
        .attribute(Attribute(name: "huge", type: .uint64, isIndexed: true)),
        .attribute(Attribute(name: "vast", type: .uint64, isOptional: true)),
        .attribute(Attribute(name: "ratio", type: .double, isOptional: true, isIndexed: true)),
        .attribute(Attribute(name: "weight", type: .double)),
        .attribute(Attribute(name: "when", type: .date, isOptional: true)),
        .attribute(Attribute(name: "name", type: .string, isIndexed: true)),
        .attribute(Attribute(name: "note", column: "note text", type: .string, isOptional: true)),
        .attribute(Attribute(name: "price", type: .decimal, isOptional: true, isIndexed: true)),
        .attribute(Attribute(name: "cost", type: .decimal)),
        .attribute(Attribute(name: "bytes", type: .data, isOptional: true)),
        .attribute(Attribute(name: "key", type: .uuid, isOptional: true)),
        .attribute(Attribute(name: "link", type: .url, isOptional: true)),
        .relationship(
          .toOne(
            "parent", "Node", isOptional: true, inverse: "children",
            deleteRule: .nullify)),
        .relationship(.toMany("children", "Node", inverse: "parent", deleteRule: .nullify)),
        .relationship(
          .toOne(
            "group", "Group", isOptional: true, inverse: "members",
            deleteRule: .nullify)),
        .relationship(.toMany("owned", "Group", inverse: "owner", deleteRule: .nullify)),
        .relationship(.toMany("tags", "Tag", inverse: "nodes", deleteRule: .nullify)),
        .relationship(.toMany("friends", "Node", inverse: "friends", deleteRule: .nullify)),
        .relationship(.toMany("follows", "Node", inverse: "followers", deleteRule: .nullify)),
        .relationship(.toMany("followers", "Node", inverse: "follows", deleteRule: .nullify)),
      ]),
    Entity(
      "Leaf", superentity: "Node",
      properties: [
        .attribute(Attribute(name: "color", type: .string)),
        .relationship(
          .toOne(
            "branch", "Group", isOptional: true, inverse: "leaves",
            deleteRule: .nullify)),
      ]),
    Entity(
      "Bud", superentity: "Leaf",
      properties: [
        .attribute(Attribute(name: "size", type: .double))
      ]),
    Entity(
      "Group",
      properties: [
        .attribute(Attribute(name: "title", type: .string)),
        .attribute(Attribute(name: "rank", type: .int64, isOptional: true)),
        .attribute(Attribute(name: "share", type: .double, isOptional: true)),
        .relationship(.toMany("members", "Node", inverse: "group", deleteRule: .nullify)),
        .relationship(.toMany("leaves", "Leaf", inverse: "branch", deleteRule: .nullify)),
        .relationship(
          .toOne(
            "owner", "Node", isOptional: true, inverse: "owned",
            deleteRule: .nullify)),
      ]),
    Entity(
      "Tag",
      properties: [
        .attribute(Attribute(name: "label", type: .string, isOptional: true)),
        .relationship(.toMany("nodes", "Node", inverse: "tags", deleteRule: .nullify)),
      ]),
  ])

  /// Values of each type, the odd ones among them.
  static func values(_ type: StorageType) -> [StoredValue] {
    switch type {
    case .boolean: [.integer(0), .integer(1)]
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      [0, 1, 2, -1, 3, .max, .min].map { .integer($0) }
    case .uint64:
      greatNumbers.map(\.storedValue)
    case .float, .double, .date:
      [
        0, -0.0, 1.5, -1.5, 2, .infinity, -.infinity, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, .nan, Double(nan: 5, signaling: false),
        Double(sign: .minus, exponent: 0, significand: .nan),
      ].map { .real($0) }
    case .string, .json: strings.map { .text($0) }
    case .url: ["https://example.org/a", "https://example.org/B", "x:"].map { .text($0) }
    case .decimal:
      [
        "1", "1.0", "10", "9", "-1", "0", "0.1", "99999999999999999999999999999999999999",
        "99999999999999999999999999999999999998", "1e40", "abc", "",
      ].map { .text($0) }
    case .data: [[], [0], [0, 0], [1, 2], [255], [97]].map { .blob(Data($0)) }
    case .uuid:
      [0, 1, 255].map { .blob(Data(Array(repeating: $0, count: 15) + [7])) }
    }
  }

  /// Numbers without a sign, on both sides of the greatest that is stored as an integer.
  private static let greatNumbers: [UInt64] = [
    0, 1, 2, 0x7FFF_FFFF_FFFF_FFFE, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000,
    0x8000_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFE, 0xFFFF_FFFF_FFFF_FFFF,
  ]

  /// Orders of languages, which the process knows: that of the lengths of texts, and the opposite
  /// of that of their scalars.
  static let languages: [TextOrder] = {
    let comparisons: [(String, TextOrder.Comparison)] = [
      ("x-length", { $0.utf8.count - $1.utf8.count }),
      (
        "x-opposite",
        { left, right in
          if left.unicodeScalars.elementsEqual(right.unicodeScalars) { return 0 }
          return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) ? 1 : -1
        }
      ),
    ]
    return comparisons.compactMap { locale, comparison in
      let order = TextOrder(locale: locale, isNumeric: locale == "x-length")
      order?.register { comparison }
      return order
    }
  }()

  /// Texts whose comparison, folding or encoding is out of the ordinary.
  static let strings = [
    "", "a", "A", "ab", "aB", "b", "abc", "é", "e\u{301}", "É", "ß", "SS", "İ", "i", "ı",
    "a\0b", "\0", "a\0", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "😀", "a😀", "\u{10FFFF}",
    "\u{10FFFF}a", "a\u{10FFFF}", "a\u{10FFFF}b", "ς", "Σ", "z\u{301}", "%", "_", "'", "\u{7F}",
  ]
}
