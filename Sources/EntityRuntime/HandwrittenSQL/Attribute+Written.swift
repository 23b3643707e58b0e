import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Attribute {
  /// Returns `value`, which a statement by hand leaves in the column of the attribute, the one at
  /// `index` of `entity`, as the attribute stores it.
  ///
  /// - Throws: a `StoreError` if its type has no such value.
  func written(
    _ value: StoredValue, _ index: Int, _ entity: ManagedEntity
  ) throws(StoreError) -> StoredValue {
    try check(value, of: entity, isConstant: true)
    if value.isNull { return value }
    guard type.stores(value), let stored = type.stored(value) else {
      throw .wrongValue(value, index, entity)
    }
    return stored
  }
}

extension StorageType {
  /// Returns `value`, which is of one of the type's storage classes, as values of the type are
  /// stored; `nil` if it is none.
  fileprivate func stored(_ value: StoredValue) -> StoredValue? {
    switch (self, value) {
    case (.boolean, .integer(let number)): number == 0 || number == 1 ? value : nil
    case (.uint64, _): UInt64(__storedValue: value) == nil ? nil : value
    case (.uuid, _): UUID(__storedValue: value) == nil ? nil : value
    case (.url, _): URL(storedValue: value) == nil ? nil : value
    case (.decimal, .text(let digits)): Decimal(digits: digits).map { .text($0.primitive) }
    case (.json, .text(let text)): JSONColumn.isJSON(text) ? value : nil
    default: value
    }
  }

  /// What a column of the type holds, in words.
  fileprivate var words: String {
    switch self {
    case .boolean: "0 or 1"
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: "a whole number"
    case .uint64: "a whole number that is not negative, or above Int64.max its eight bytes"
    case .float, .double: "a real"
    case .date: "the seconds since 2001, a real"
    case .string: "a text"
    case .data: "bytes"
    case .uuid: "the sixteen bytes of a UUID"
    case .url: "the text of a URL"
    case .decimal: "the digits of a number, a text"
    case .json: "JSON, a text"
    }
  }
}

extension StoreError {
  /// The error that a statement leaves `value` in the column of the property at `index` of
  /// `entity`, which cannot hold it.
  static func wrongValue(
    _ value: StoredValue, _ index: Int, _ entity: ManagedEntity
  ) -> StoreError {
    let property = entity.layout.properties[index]
    let wanted = property.attribute?.type.words ?? "the number of an object"
    let found = value.storageClass.map { __Cell.Kind($0).text } ?? __Cell.Kind.null.text
    return StoreError(
      .unreadableValue,
      "'\(entity.name).\(property.name)' holds \(wanted), and the statement makes it \(found)"
        + (value.storageClass == property.attribute?.type.storageClass ? " of another form" : "")
        + "; interpolate a value, which is stored as the property is", entity: entity.name,
      properties: [property.name])
  }
}

extension __Cell.Kind {
  /// Creates the kind of values of `storageClass`.
  fileprivate init(_ storageClass: StorageClass) {
    switch storageClass {
    case .integer: self = .integer
    case .real: self = .real
    case .text: self = .text
    case .blob: self = .blob
    }
  }
}
