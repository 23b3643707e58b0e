import EntityModel
import EntityStore

/// Full-text search: the objects in whose searchable attributes words stand.
extension FetchRequest {
  /// Returns the request for those objects that a search for `text` finds too, the most relevant
  /// first; `sorted` orders them otherwise.
  ///
  ///     Book.search("dispos* OR \"left hand\"").where { $0.pages > 100 }.limit(20)
  ///
  /// `text` may be what a visitor typed: any text is a search, and none is an error.
  ///
  /// | Typed | Finds objects |
  /// |---|---|
  /// | `left hand` | with both words |
  /// | `"left hand"` | with the words one after the other |
  /// | `dispos*` | with a word that begins so |
  /// | `left OR right` | with one of the words, or both |
  /// | `left -hand`, `left NOT hand` | with the one and without the other |
  /// | `(left OR right) hand` | with one of two words, and a third |
  /// | `title:hand` | with the word in the searchable attribute of that name |
  ///
  /// Neither case nor diacritics matter, unless the attributes have another `SearchTokenizer`. What
  /// has nothing to apply to is passed over, as a quotation mark without another one. A search for
  /// nothing, or only for what is to be left out, finds nothing. At most 100 words and phrases
  /// count, and parentheses ten deep.
  ///
  /// Ties are in the order of ids. Objects with unsaved changes are found by their texts as they
  /// are now, and have no relevance until they are saved: they come after the others. Where a
  /// request searches more than once, the relevance is that of the first search. A union with
  /// another request, and distinct rows, are in no order of relevance.
  ///
  /// The fetch throws a `StoreError` with the code `invalidRequest` if nothing of the entity is
  /// searchable, or an attribute of `weights` is not.
  ///
  /// - Parameter weights: how much a word counts in an attribute, 1 for those that are not named:
  ///   `[\.title: 10]`.
  /// - Complexity: finding rows takes time that grows with how many there are to be found, and not
  ///   with how many there are; the most relevant are known when all have been found.
  public func search(
    _ text: String, weights: [PartialKeyPath<Object>: Double] = [:]
  ) -> FetchRequest {
    let named = weights.map { (Fields<Object>.path(of: $0).text, $1) }
    return searching(
      TextSearch(
        text, weights: Dictionary(named, uniquingKeysWith: { first, _ in first })))
  }

  /// Returns the request that has the objects that are equal in its order so far in the order of
  /// their relevance to its search, the most relevant first.
  ///
  /// The fetch refuses a request without a search.
  public func sortedByRelevance() -> FetchRequest { sortedByRank() }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for the objects that a search for `text` finds, the most relevant first:
  /// `Book.search("left hand")`.
  ///
  /// `FetchRequest.search(_:weights:)` says what may be typed.
  public static func search(
    _ text: String, weights: [PartialKeyPath<Self>: Double] = [:]
  ) -> FetchRequest<Self> {
    FetchRequest().search(text, weights: weights)
  }
}

extension Condition where Root: ManagedObject {
  /// Returns the condition that a search for `text` finds the object:
  /// `Condition<Book>.search("left hand")`, in a closure `$0.search("left hand")`.
  ///
  /// `FetchRequest.search(_:weights:)` says what may be typed; this orders nothing.
  public static func search(_ text: String) -> Condition {
    Condition(.search(PropertyPath(), TextSearch(text)))
  }
}

extension Field where Value: TextAttribute {
  /// A search for `text` finds the object by this attribute, which is searchable:
  /// `{ $0.title.matches("left hand") || $0.pages > 500 }`.
  ///
  /// `FetchRequest.search(_:weights:)` says what may be typed; this orders nothing.
  public func matches(_ text: String) -> Condition<Root> {
    Condition(.search(path.owner, TextSearch(text, in: path.names.suffix(1))))
  }
}
