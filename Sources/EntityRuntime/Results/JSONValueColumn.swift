public import EntityJSON
import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value in an attribute of the type `JSON`, of which a result has what it is:
/// `.select { ($0.number, $0.payload["customer"]["name"].string) }`.
///
/// Whatever is missing, null or of another type than the one asked for is `nil`.
public struct JSONValueColumn<Root: ManagedObject>: Sendable, __StoreOperand {
  private let field: FieldJSON<Root>

  private init(_ field: FieldJSON<Root>) { self.field = field }

  /// Creates the column of what `step` leads to in the attribute that `selection` selects.
  fileprivate init(_ selection: __Selection, _ step: JSON) {
    field = FieldJSON(.attribute(selection.path), [step])
  }

  /// The member called `name` of an object; of several, the first.
  public subscript(_ name: String) -> JSONValueColumn { JSONValueColumn(field[name]) }

  /// The element of a list at `position`, from 0.
  public subscript(_ position: Int) -> JSONValueColumn { JSONValueColumn(field[position]) }

  /// The truth value.
  public var bool: OptionalColumn<Root, Bool> { self.as(Bool.self) }

  /// The string.
  public var string: OptionalColumn<Root, String> { self.as(String.self) }

  /// The whole number, as long as it fits; `1.0` and `1e2` too.
  public var int: OptionalColumn<Root, Int> { self.as(Int.self) }

  /// The number that is nearest.
  public var double: OptionalColumn<Root, Double> { self.as(Double.self) }

  /// The number with all its digits, or the one whose digits a string has.
  public var decimal: OptionalColumn<Root, Decimal> { self.as(Decimal.self) }

  /// The value as one of `type`, as a condition has it.
  public func `as`<Value: Storable>(_ type: Value.Type) -> OptionalColumn<Root, Value> {
    OptionalColumn(field.as(type).operand)
  }
}

extension CodableColumn where Value == JSON {
  /// The member called `name` of the object that the attribute is.
  public subscript(_ name: String) -> JSONValueColumn<Root> {
    JSONValueColumn(__selection, JSON(name))
  }

  /// The element, at `position` from 0, of the list that the attribute is.
  public subscript(_ position: Int) -> JSONValueColumn<Root> {
    JSONValueColumn(__selection, JSON(position))
  }
}

extension OptionalCodableColumn where Value == JSON {
  /// The member called `name` of the object that the attribute is.
  public subscript(_ name: String) -> JSONValueColumn<Root> {
    JSONValueColumn(__selection, JSON(name))
  }

  /// The element, at `position` from 0, of the list that the attribute is.
  public subscript(_ position: Int) -> JSONValueColumn<Root> {
    JSONValueColumn(__selection, JSON(position))
  }
}
