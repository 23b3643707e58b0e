package import EntityModel
package import SwiftReader

extension StorageType {
  /// The kind of value of the type of the toolchain's libraries, or of this one, that is called
  /// `identifier`, nil where there is none.
  package init?(ofStandard identifier: TypeSyntax.Identifier) {
    let modules = ["Swift", "Foundation", "FoundationEssentials", "EntityGraph"]
    guard identifier.base.map({ modules.contains($0.text) }) ?? true,
      let type = Self.standardTypes[identifier.name]
    else { return nil }
    self = type
  }

  /// The kind of value of an attribute of `type`, optional or not, written with a name of the
  /// toolchain's libraries; nil for other types.
  init?(ofStandard type: TypeSyntax) {
    guard case .identifier(let identifier) = (type.wrapped ?? type).form else { return nil }
    self.init(ofStandard: identifier)
  }

  private static let standardTypes: [String: StorageType] = [
    "Bool": .boolean, "Int": .int64, "Int8": .int8, "Int16": .int16, "Int32": .int32,
    "Int64": .int64, "UInt8": .uint8, "UInt16": .uint16, "UInt32": .uint32, "UInt": .uint64,
    "UInt64": .uint64, "Float": .float, "Float32": .float, "Double": .double, "Float64": .double,
    "TimeInterval": .double,
    "String": .string, "Date": .date, "Data": .data, "UUID": .uuid, "URL": .url,
    "Decimal": .decimal, "Duration": .decimal, "Array": .json, "Set": .json, "Dictionary": .json,
    "Range": .json, "ClosedRange": .json, "JSON": .json,
  ]
}
