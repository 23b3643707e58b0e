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

  /// `true` if the store has the attribute's values in a table of their own, apart from the rows of
  /// the objects, from which each is read when it is needed.
  public var isExternal: Bool

  /// How the attribute's words are found by a search, or `nil` if they are not.
  public var search: SearchTokenizer?

  /// Which time the attribute, one of dates, keeps by itself; `nil` for none. It is of the program
  /// and not of its stores, as rules are.
  public var timestamp: Timestamp?

  /// `true` if the attribute says when an object was deleted softly. That is of the program and not
  /// of its stores, as rules are.
  public var marksDeletion: Bool

  /// The rules that the attribute's values obey when they are saved: those that the library has, as
  /// they are written, then the program's own. They are of the program and not of its stores: a
  /// description that is read from a store or a snapshot has none.
  public var rules: [ValueRule]

  /// The values of the composition that the attribute is, which requests can name; empty for every
  /// other attribute.
  public var leaves: [Leaf]

  /// The properties of the `@DictionaryStorage` that the attribute is; empty for every other
  /// attribute. They are of the program and not of its stores, as rules are.
  package var members: [StoredMember] = []

  /// What becomes of a stored value that the attribute's type cannot hold, as it is written; `nil`
  /// where nothing is: an unknown case of an enumeration is kept then, and everything else thrown.
  /// That is of the program and not of its stores, as rules are.
  public var undecodable: UndecodablePolicy?

  /// Creates a description of the attribute `name`.
  public init(
    name: String, column: String? = nil, originalName: String? = nil, type: StorageType,
    isOptional: Bool = false, isUnique: Bool = false, isIndexed: Bool = false,
    hasDefault: Bool = false, defaultValue: StoredValue? = nil, isSecret: Bool = false,
    search: SearchTokenizer? = nil, isUniqueIgnoringCase: Bool = false,
    isIndexedIgnoringCase: Bool = false, rules: [ValueRule] = [], timestamp: Timestamp? = nil,
    leaves: [Leaf] = [], marksDeletion: Bool = false, undecodable: UndecodablePolicy? = nil,
    isExternal: Bool = false
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
    self.rules = rules
    self.timestamp = timestamp
    self.leaves = leaves
    self.marksDeletion = marksDeletion
    self.undecodable = undecodable
    self.isExternal = isExternal
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

  /// The attribute, a `Date?`, says when the object was deleted softly: `context.delete` gives it
  /// the time and leaves the row, and requests leave out objects that have one.
  case deletedAt

  /// The history of a store says that the attribute has been changed, and not from what to what.
  /// `context.json` leaves it out unless a shape names it; objects that are `Codable`, and their
  /// `Values`, are encoded with it.
  case secret

  /// The store has the values in a table of their own, for texts and data of many kilobytes or of
  /// megabytes: the attribute of one object is read when it is needed first, and the row stays
  /// small.
  case external

  /// The store has an index of the words of the attribute, a String or String?, which
  /// `search` uses; their case and diacritics do not matter.
  case searchable

  /// As `searchable`, with words as `SearchTokenizer.ascii` makes them.
  case searchableByASCII = "searchable.ascii"

  /// As `searchable`, with words as `SearchTokenizer.porter` makes them.
  case searchableByPorter = "searchable.porter"

  /// As `searchable`, with words as `SearchTokenizer.trigram` makes them.
  case searchableByTrigram = "searchable.trigram"

  /// The attribute, a Date or Date?, has the time at which the object was made; what it is given
  /// instead stays. An object can be made without giving it a value.
  case createdAt

  /// The attribute, a Date or Date?, has the time at which the object was made, and then that of
  /// the last save that changed a column of it; a value that the attribute itself is given stays
  /// until the next one.
  case updatedAt

  /// As `undecodable(.throw)`.
  case undecodableThrown = "undecodable.throw"

  /// As `undecodable(.useDefault)`.
  case undecodableReplaced = "undecodable.useDefault"

  /// As `undecodable(.keep)`.
  case undecodableKept = "undecodable.keep"

  /// The rows of a payload find their objects by the attribute, in place of the first one that is
  /// unique. It need not be unique itself: within one parent it is enough.
  case identity

  /// The deletion of an object that is handed out by `pendingChanges` has the attribute's last
  /// value, beside the identity.
  case preserveValueOnDeletion

  /// The values obey a rule when they are saved: what `range`, `length`, `pattern` and `rule` are
  /// to the compiler. What the rule says is in `Attribute.rules`.
  case ruled

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

  /// A stored value that the attribute's type cannot hold is treated as `policy` says:
  /// `@Attribute(.undecodable(.keep))`.
  public static func undecodable(_ policy: UndecodablePolicy) -> AttributeOption {
    switch policy {
    case .throw: .undecodableThrown
    case .useDefault: .undecodableReplaced
    case .keep: .undecodableKept
    }
  }

  /// Each value is a number within `values`: `@Attribute(.range(1...9999))`, `.range(0.5..<1)`,
  /// `.range(1...)`.
  ///
  /// The bounds are literals that are read when the program is built; the attribute's type is that
  /// of a number, optional or not.
  public static func range<Values: RangeExpression>(_ values: Values) -> AttributeOption { .ruled }

  /// Each value, a String or Data, optional or not, has as many characters or bytes as `counts`
  /// says: `@Attribute(.length(1...200))`.
  public static func length<Counts: RangeExpression<Int>>(_ counts: Counts) -> AttributeOption {
    .ruled
  }

  /// Each value, a String or String?, has what the regular expression `pattern` finds:
  /// `@Attribute(.pattern("^[A-Z]{2}[0-9]+$"))`.
  ///
  /// The syntax is that of `matches(regex:)`; `^` and `$` are the ends of the whole text.
  public static func pattern(_ pattern: String) -> AttributeOption { .ruled }

  /// `condition` holds for each value: `@Attribute(.rule("must be even") { (pages: Int) in
  /// pages.isMultiple(of: 2) })`.
  ///
  /// - Parameters:
  ///   - text: What a value has to be, to follow the attribute's name.
  ///   - id: The permanent name of the rule, by which a program knows it.
  ///   - condition: A closure that depends on the value alone, with its type written, without `?`:
  ///     nil is not asked about.
  public static func rule<Value>(
    _ text: String, id: String = ValueRule.customID, _ condition: @Sendable (Value) -> Bool
  ) -> AttributeOption { .ruled }

  /// How words are found that the option has found, or `nil` if it is another one.
  package var tokenizer: SearchTokenizer? {
    switch self {
    case .unique, .indexed, .secret, .external, .uniqueIgnoringCase, .indexedIgnoringCase, .ruled,
      .createdAt, .updatedAt, .deletedAt, .identity, .preserveValueOnDeletion, .undecodableThrown,
      .undecodableReplaced, .undecodableKept:
      nil
    case .searchable: .unicode
    case .searchableByASCII: .ascii
    case .searchableByPorter: .porter
    case .searchableByTrigram: .trigram
    }
  }

  /// The time that the option has an attribute keep, or `nil` for another option.
  package var timestamp: Attribute.Timestamp? {
    switch self {
    case .createdAt: .created
    case .updatedAt: .updated
    default: nil
    }
  }

  /// What the option says of values that the attribute's type cannot hold, or `nil` for another
  /// option.
  package var undecodable: UndecodablePolicy? {
    switch self {
    case .undecodableThrown: .throw
    case .undecodableReplaced: .useDefault
    case .undecodableKept: .keep
    default: nil
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
