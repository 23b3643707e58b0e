extension ConformanceCase {
  /// What RFC 8259 leaves to the reader.
  static let open: [Self] = greatNumbers + depths + halves + notUTF8 + marks

  /// Numbers beyond those of a Double are read, since all their digits are kept.
  private static let greatNumbers = texts(
    .open(isRead: true),
    [
      "beyond Double": "[1e400]", "below Double": "[-1e400]",
      "beyond Double by digits": "[\(String.many("9", 400))]",
      "a great exponent": "[1.5e+9999]", "a great negative exponent": "[123.456e-789]",
      "a great exponent below zero": "[-1e+9999]",
      "an exponent of many digits": "[0.4e006699999999]",
      "an exponent beyond Int": "[1e\(String.many("9", 30))]",
      "close to zero by its exponent": "[1e-400]",
      "a great integer below zero": "[-123123123123123123123123123123]",
      "a number alone beyond Double": "1e400",
    ])

  /// At most 512 objects and arrays are in each other.
  private static let depths =
    texts(
      .open(isRead: true),
      [
        "five hundred arrays in each other": .many("[", 500) + .many("]", 500),
        "five hundred and twelve objects in each other":
          .many(#"{"a":"#, 512) + "0" + .many("}", 512),
      ])
    + texts(
      .open(isRead: false),
      [
        "one array more than that": .many("[", 513) + .many("]", 513),
        "ten thousand arrays in each other": .many("[", 10_000) + .many("]", 10_000),
        "ten thousand objects in each other": .many(#"{"a":"#, 10_000) + "0" + .many("}", 10_000),
      ])

  /// Half a pair is no text, and is refused.
  private static let halves = texts(
    .open(isRead: false),
    [
      "the first half": #"["\uDADA"]"#, "the first half and a letter": #"["\uD888a"]"#,
      "the first half and an escape": #"["\uD800\n"]"#,
      "the first half and another character": #"["\uD888\u1234"]"#,
      "two first halves": #"["\uD800\uD800"]"#,
      "two first halves and a letter": #"["\uD800\uD800x"]"#,
      "the second half": #"["\uDFAA"]"#, "two second halves": #"["\uDC00\uDC00"]"#,
      "the halves exchanged": #"["\uDd1e\uD834"]"#,
      "the first half in a name": #"{"\uDFAA":0}"#,
      "a pair and a first half": #"["\uD801\uDC37\uD801"]"#,
    ])

  /// Bytes that are not UTF-8 are refused.
  private static let notUTF8 =
    strings(
      .open(isRead: false),
      [
        "a byte that is none": [0xFF], "another byte that is none": [0xFE],
        "a byte that continues": [0x81],
        "Latin 1": [0xE9], "a beginning alone": [0xE0, 0xFF], "three bytes cut": [0xE2, 0x82],
        "four bytes cut": [0xF0, 0x9F, 0x98], "an overlong slash": [0xC0, 0xAF],
        "an overlong zero": [0xC0, 0x80],
        "an overlong one of three": [0xE0, 0x80, 0xAF],
        "an overlong one of four": [0xF0, 0x80, 0x80, 0xAF],
        "an overlong one of six": [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF],
        "a surrogate": [0xED, 0xA0, 0x80], "a second surrogate": [0xED, 0xBF, 0xBF],
        "beyond Unicode": [0xF4, 0xBF, 0xBF, 0xBF], "far beyond Unicode": [0xF7, 0xBF, 0xBF, 0xBF],
        "a half of a letter": [0xC3, 0x28], "Shift JIS": [0x93, 0xFA, 0x96, 0x7B],
      ])
    + bytes(
      .open(isRead: false),
      [
        "a byte outside of strings": [0xFF], "Latin 1 outside of strings": [0x5B, 0xE9, 0x5D],
        "Latin 1 in a name": [0x7B, 0x22, 0xE9, 0x22, 0x3A, 0x31, 0x7D],
        "UTF-16, the small end first": [0x5B, 0, 0x31, 0, 0x5D, 0],
        "UTF-16, the great end first": [0, 0x5B, 0, 0x31, 0, 0x5D],
        "UTF-16 with its mark": [0xFF, 0xFE, 0x5B, 0, 0x5D, 0],
        "UTF-32, the small end first": [0x5B, 0, 0, 0, 0x5D, 0, 0, 0],
      ])

  /// A byte order mark before the text is passed over.
  private static let marks = texts(
    .open(isRead: true),
    [
      "a byte order mark before an array": "\u{FEFF}[]",
      "a byte order mark before an object": "\u{FEFF}{}",
      "a byte order mark and a space": "\u{FEFF} 1",
    ])
}
