/// Describes a stored value of an entity.
public struct Attribute: Hashable, Sendable {
  /// The property's name in the class.
  public var name: String

  /// The column's name in the entity's table.
  public var column: String

  /// The name that the attribute had before, for a migration to find its values.
  public var originalName: String?

  /// The kind of value.
  public var type: StorageType

  /// `true` if the attribute may hold `nil`.
  public var isOptional: Bool

  /// `true` if no two objects of the tree may hold the same value; `nil` is no value.
  public var isUnique: Bool

  /// `true` if the store has an index of the attribute.
  public var isIndexed: Bool

  /// `true` if no two objects of the tree may hold texts that differ in case alone; the store has
  /// an index of them without case then.
  public var isUniqueIgnoringCase: Bool

  /// `true` if the store has an index of the attribute's texts without case.
  public var isIndexedIgnoringCase: Bool

  /// `true` if an object can be created without giving the attribute a value.
  public var hasDefault: Bool

  /// The value of a new object, where it is a constant; `nil` for none or a computed one.
  public var defaultValue: StoredValue?

  /// `true` if the attribute's values stay out of the history of a store.
  public var isSecret: Bool

  /// How the attribute's words are found by a search, or `nil` if they are not.
  public var search: SearchTokenizer?

  /// Creates a description of the attribute `name`.
  public init(
    name: String, column: String? = nil, originalName: String? = nil, type: StorageType,
    isOptional: Bool = false, isUnique: Bool = false, isIndexed: Bool = false,
    hasDefault: Bool = false, defaultValue: StoredValue? = nil, isSecret: Bool = false,
    search: SearchTokenizer? = nil, isUniqueIgnoringCase: Bool = false,
    isIndexedIgnoringCase: Bool = false
  ) {
    self.name = name
    self.column = column ?? name
    self.originalName = originalName
    self.type = type
    self.isOptional = isOptional
    self.isUnique = isUnique
    self.isIndexed = isIndexed
    self.hasDefault = hasDefault || defaultValue != nil
    self.defaultValue = defaultValue
    self.isSecret = isSecret
    self.search = search
    self.isUniqueIgnoringCase = isUniqueIgnoringCase
    self.isIndexedIgnoringCase = isIndexedIgnoringCase
  }

  /// `true` if no two objects of the tree may hold the same value, whatever counts as the same.
  package var holdsEachValueOnce: Bool { isUnique || isUniqueIgnoringCase }

  /// `true` if the store has the attribute's texts without case too.
  package var isFolded: Bool { isUniqueIgnoringCase || isIndexedIgnoringCase }
}

/// A trait of an attribute, written in its annotation.
@nonexhaustive public enum AttributeOption: String, Codable, Hashable, Sendable, CaseIterable {
  /// No two objects hold the same value; implies an index.
  case unique

  /// The store has an index of the attribute, which filtering and sorting use.
  case indexed

  /// No two objects hold texts that differ in case alone; implies `indexedIgnoringCase`.
  case uniqueIgnoringCase = "unique.ignoringCase"

  /// The store has an index of the attribute, a String or String?, without case, which filtering
  /// and sorting use where case is ignored.
  case indexedIgnoringCase = "indexed.ignoringCase"

  /// The history of a store says that the attribute has been changed, and not from what to what.
  case secret

  /// The store has an index of the words of the attribute, a String or String?, which
  /// `search` uses; their case and diacritics do not matter.
  case searchable

  /// As `searchable`, with words as `SearchTokenizer.ascii` makes them.
  case searchableByASCII = "searchable.ascii"

  /// As `searchable`, with words as `SearchTokenizer.porter` makes them.
  case searchableByPorter = "searchable.porter"

  /// As `searchable`, with words as `SearchTokenizer.trigram` makes them.
  case searchableByTrigram = "searchable.trigram"

  /// No two objects hold texts that are the same by `comparison`; implies an index of that kind:
  /// `@Attribute(.unique(.ignoringCase))`.
  public static func unique(_ comparison: TextComparison) -> AttributeOption {
    switch comparison {
    case .ignoringCase: .uniqueIgnoringCase
    }
  }

  /// The store has an index of the attribute, a String or String?, as `comparison` compares, beside
  /// that of `indexed` where both are given: `@Attribute(.indexed(.ignoringCase))`.
  public static func indexed(_ comparison: TextComparison) -> AttributeOption {
    switch comparison {
    case .ignoringCase: .indexedIgnoringCase
    }
  }

  /// The store has an index of the words of the attribute, a String or String?, as `tokenizer`
  /// makes them: `@Attribute(.searchable(.porter))`.
  public static func searchable(_ tokenizer: SearchTokenizer) -> AttributeOption {
    switch tokenizer {
    case .unicode: .searchable
    case .ascii: .searchableByASCII
    case .porter: .searchableByPorter
    case .trigram: .searchableByTrigram
    }
  }

  /// How words are found that the option has found, or `nil` if it is another one.
  package var tokenizer: SearchTokenizer? {
    switch self {
    case .unique, .indexed, .secret, .uniqueIgnoringCase, .indexedIgnoringCase: nil
    case .searchable: .unicode
    case .searchableByASCII: .ascii
    case .searchableByPorter: .porter
    case .searchableByTrigram: .trigram
    }
  }

  /// How texts are compared by an index that the option asks for, or `nil` where they are compared
  /// as they are, or not at all.
  package var comparison: TextComparison? {
    switch self {
    case .uniqueIgnoringCase, .indexedIgnoringCase: .ignoringCase
    default: nil
    }
  }
}
