import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Field where Value == Data {
  /// How many bytes the data has: `{ $0.thumbnail.count > 100_000 }`. Of data in the row of its
  /// object the store reads no byte for it.
  public var count: Field<Root, Int> {
    Field<Root, Int>(.function(.length, .data, [operand]))
  }

  /// The data has no byte.
  public var isEmpty: Condition<Root> {
    Condition(.comparison(operand, .equal, .value(.blob(Data()))))
  }
}

extension Field where Value == Data? {
  /// How many bytes the data has; `nil` where there is none.
  public var count: Field<Root, Int?> {
    Field<Root, Int?>(.function(.length, .data, [operand]))
  }

  /// The data is there and has no byte.
  public var isEmpty: Condition<Root> {
    Condition(.comparison(operand, .equal, .value(.blob(Data()))))
  }
}
