import EntityModel
public import EntityStore

extension Columns {
  /// How relevant the object is to the request's search, whatever an attribute of that name holds;
  /// the greater the more. The number means nothing by itself.
  ///
  /// It is zero for objects whose changes have not been saved. The fetch refuses a request that
  /// searches nothing.
  public var relevance: Column<Root, Double> { Column(Fields<Root>.rank) }
}

extension Column where Value == String {
  /// The whole text of a searchable attribute, what the request's search has found in it between
  /// two marks: `.select { $0.title.highlighted("<b>", "</b>") }`.
  ///
  /// Nothing in the text is escaped: where it goes into HTML, mark by characters that no text has,
  /// escape it, and put tags in their place.
  public func highlighted(_ start: String = "[", _ end: String = "]") -> Column {
    Column(excerpt(TextExcerpt(start: start, end: end)))
  }

  /// The part of the text of a searchable attribute in which most stands of what the request's
  /// search has found, that between two marks: `.select { $0.notes.snippet(words: 20) }`.
  ///
  /// Nothing in the text is escaped.
  ///
  /// - Parameter words: how many words there are at most, from 1 to 64.
  public func snippet(
    words: Int = 16, _ start: String = "[", _ end: String = "]", ellipsis: String = "…"
  ) -> Column {
    Column(excerpt(.snippet(of: words, start, end, ellipsis)))
  }
}

extension OptionalColumn where Value == String {
  /// The whole text of a searchable attribute, what the request's search has found in it between
  /// two marks; `nil` where there is no text.
  ///
  /// Nothing in the text is escaped.
  public func highlighted(_ start: String = "[", _ end: String = "]") -> OptionalColumn {
    OptionalColumn(excerpt(TextExcerpt(start: start, end: end)))
  }

  /// The part of the text of a searchable attribute in which most stands of what the request's
  /// search has found, that between two marks; `nil` where there is no text.
  ///
  /// Nothing in the text is escaped.
  ///
  /// - Parameter words: how many words there are at most, from 1 to 64.
  public func snippet(
    words: Int = 16, _ start: String = "[", _ end: String = "]", ellipsis: String = "…"
  ) -> OptionalColumn {
    OptionalColumn(excerpt(.snippet(of: words, start, end, ellipsis)))
  }
}

extension AttributeColumn {
  /// Returns the column's text in the form of `excerpt`; what is no attribute leads nowhere, so
  /// that the fetch reports it.
  fileprivate func excerpt(_ excerpt: TextExcerpt) -> PredicateOperand {
    .excerpt(__selection.expression.operand?.path ?? PropertyPath([""]), excerpt)
  }
}

extension TextExcerpt {
  /// Returns the form of a part of so many words, of which FTS5 shows from 1 to 64.
  fileprivate static func snippet(
    of words: Int, _ start: String, _ end: String, _ ellipsis: String
  ) -> TextExcerpt {
    TextExcerpt(start: start, end: end, ellipsis: ellipsis, words: min(max(words, 1), 64))
  }
}
