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
    search: SearchTokenizer? = nil
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
  }
}

/// A trait of an attribute, written in its annotation.
@nonexhaustive public enum AttributeOption: String, Codable, Hashable, Sendable, CaseIterable {
  /// No two objects hold the same value; implies an index.
  case unique

  /// The store has an index of the attribute, which filtering and sorting use.
  case indexed

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
    case .unique, .indexed, .secret: nil
    case .searchable: .unicode
    case .searchableByASCII: .ascii
    case .searchableByPorter: .porter
    case .searchableByTrigram: .trigram
    }
  }
}
