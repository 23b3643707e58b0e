extension String {
  /// The name in the one spelling for all that SQL takes for it: SQLite distinguishes letters
  /// by case unless they are ASCII.
  var spellingInSQL: String {
    guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return self }
    return String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
