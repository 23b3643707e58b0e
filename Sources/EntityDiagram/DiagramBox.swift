import EntityModel

/// An entity as a picture shows it: a title over a row for each property.
struct DiagramBox: Sendable {
  /// One property.
  struct Row: Sendable {
    enum Kind: Sendable { case attribute, relationship, fetched }

    let kind: Kind
    let name: String
    /// The type as its author wrote it or would have.
    let type: String
    /// What happens on deletion where that is not what mostly happens, or that an attribute is
    /// searchable or derived; nil for nothing.
    let note: String?
    let isUnique: Bool
    let isIndexed: Bool
    /// The middle of the row, from the top of the box.
    let middle: Double
  }

  /// The name of the entity, shortened where it would not fit into any picture.
  let title: String
  /// Attributes first, then derived ones, relationships and fetched properties.
  let rows: [Row]
  let width: Double
  let height: Double

  /// The distances that every measure is a multiple of: ends of links stand at odd halves of it.
  static let grid = 10.0
  static let titleHeight = 30.0
  static let titleMiddle = 15.0
  static let rowHeight = 20.0
  static let padding = 12.0
  /// What stands before a name: the room for a mark.
  static let markWidth = 14.0

  private static let titleSize = 14.0
  private static let rowSize = 12.0

  /// Creates the box of `entity`; `typeNames` are the types of attributes as written.
  init(_ entity: Entity, typeNames: [String: String]) {
    let name = entity.isAbstract ? "\(entity.name) (abstract)" : entity.name
    title = TextWidth.shortened(name, to: 340, size: Self.titleSize, isBold: true)
    var rows: [Row] = []
    // A row begins where the one before it ended; a line stands between two kinds.
    var middle = Self.titleHeight + Self.grid / 2 + Self.rowHeight / 2
    func add(
      _ kind: Row.Kind, _ name: String, _ type: String, note: String? = nil,
      isUnique: Bool = false, isIndexed: Bool = false
    ) {
      if let last = rows.last, last.kind != kind { middle += Self.grid }
      rows.append(
        Row(
          kind: kind, name: TextWidth.shortened(name, to: 280, size: Self.rowSize),
          type: TextWidth.shortened(type, to: 190, size: Self.rowSize), note: note,
          isUnique: isUnique, isIndexed: isIndexed, middle: middle))
      middle += Self.rowHeight
    }
    for attribute in entity.attributes {
      add(
        .attribute, attribute.name, attribute.typeName(asWritten: typeNames[attribute.name]),
        note: attribute.search != nil ? "searchable" : attribute.isExternal ? "external" : nil,
        isUnique: attribute.holdsEachValueOnce,
        isIndexed: attribute.isIndexed || attribute.isIndexedIgnoringCase)
    }
    for derived in entity.derivedAttributes {
      add(
        .attribute, derived.name, derived.typeName(asWritten: typeNames[derived.name]),
        note: "derived", isIndexed: derived.isIndexed)
    }
    for relationship in entity.relationships {
      let rule = relationship.deleteRule
      add(
        .relationship, relationship.name, relationship.typeName,
        note: rule == .nullify ? nil : rule.rawValue)
    }
    for fetched in entity.fetchedProperties { add(.fetched, fetched.name, fetched.typeName) }
    self.rows = rows
    let widest = rows.map(Self.width).max() ?? 0
    let titleWidth = TextWidth.of(title, size: Self.titleSize, isBold: true) + 2 * Self.padding
    width = (max(widest, titleWidth, 120) / Self.grid).rounded(.up) * Self.grid
    height =
      rows.last.map { $0.middle + Self.rowHeight / 2 + Self.grid / 2 } ?? Self.titleHeight
  }

  /// Returns how wide the box must be for `row`.
  private static func width(of row: Row) -> Double {
    let note = row.note.map { " · " + $0 } ?? ""
    return padding + markWidth + TextWidth.of(row.name, size: rowSize) + 24
      + TextWidth.of(row.type + note, size: rowSize) + padding
  }
}

extension Attribute {
  /// Returns the type to be shown: `written`, or the Swift type that is mostly stored this way.
  func typeName(asWritten written: String?) -> String {
    written ?? type.typeName(isOptional: isOptional)
  }
}

extension Derived {
  /// Returns the type to be shown: `written`, or the Swift type that is mostly stored this way.
  func typeName(asWritten written: String?) -> String {
    written ?? type.typeName(isOptional: isOptional)
  }
}

extension StorageType {
  /// The Swift type that is mostly stored this way.
  fileprivate func typeName(isOptional: Bool) -> String {
    let name =
      switch self {
      case .boolean: "Bool"
      case .int8: "Int8"
      case .int16: "Int16"
      case .int32: "Int32"
      case .int64: "Int"
      case .uint8: "UInt8"
      case .uint16: "UInt16"
      case .uint32: "UInt32"
      case .uint64: "UInt"
      case .float: "Float"
      case .double: "Double"
      case .string: "String"
      case .date: "Date"
      case .data: "Data"
      case .uuid: "UUID"
      case .url: "URL"
      case .decimal: "Decimal"
      case .json: "JSON"
      }
    return isOptional ? name + "?" : name
  }
}

extension Relationship {
  /// The type of the property in the class.
  var typeName: String {
    if isToMany { return isOrdered ? "[\(target)]" : "Set<\(target)>" }
    return isOptional ? target + "?" : target
  }
}

extension Fetched {
  /// The type of the property in the class, or what represents it.
  var typeName: String {
    switch result {
    case .objects: "[\(target)]"
    case .count: "Int"
    case .identifiers: "[\(target).ID]"
    case .dictionaries: "[[String: Any]]"
    }
  }
}
