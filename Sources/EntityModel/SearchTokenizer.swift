/// How the searchable attributes of an entity are taken apart into the words that a search finds.
///
/// All searchable attributes of an entity, of those it extends and of those that extend it share
/// one index, and so one tokenizer.
@nonexhaustive public enum SearchTokenizer: String, Codable, Hashable, Sendable, CaseIterable {
  /// Words are letters and digits of any language; neither case nor diacritics matter.
  case unicode

  /// Words are letters and digits of any language, and only the case of ASCII letters is ignored.
  case ascii

  /// As `unicode`, and English words are found by their stems: "dispossess" finds "Dispossessed".
  case porter

  /// Any part of a text is found that has at least three characters, case being ignored.
  ///
  /// It needs SQLite 3.34 or later. The index is several times as large as that of words.
  case trigram
}
