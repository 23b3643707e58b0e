package import EntityModel
package import SwiftReader

extension Expression {
  /// Returns the value that the expression, a literal, is as one of `type`; `nil` where it is none
  /// of a number, a boolean or a string.
  package func storedValue(as type: StorageType) -> StoredValue? {
    switch (form, type) {
    case (.boolean(let value), .boolean): .integer(value ? 1 : 0)
    case (.string(let value?), .string): .text(value)
    case (.integer(let value?), _) where type.storageClass == .integer && type != .boolean:
      .integer(Int64(value))
    case (_, .double): Double(text).map { .real($0) }
    case (_, .float): Float(text).map { .real(Double($0)) }
    case (_, _) where type.storageClass == .integer && type != .boolean:
      // A sign is no part of a literal.
      Int64(text).map { .integer($0) }
    default: nil
    }
  }
}
