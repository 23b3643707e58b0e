public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A standard type of which a range is an attribute whose bounds requests can name:
/// `{ $0.period.lowerBound < date }`.
///
/// A range of another type can be an attribute too, if it is Codable, and is stored as JSON that
/// requests do not look into.
public protocol RangeBound: Storable, Comparable, Hashable, PlaceholderProviding {}

extension Int: RangeBound {}
extension Int8: RangeBound {}
extension Int16: RangeBound {}
extension Int32: RangeBound {}
extension Int64: RangeBound {}
extension UInt: RangeBound {}
extension UInt8: RangeBound {}
extension UInt16: RangeBound {}
extension UInt32: RangeBound {}
extension UInt64: RangeBound {}
extension Float: RangeBound {}
extension Double: RangeBound {}
extension Decimal: RangeBound {}
extension String: RangeBound {}
extension Date: RangeBound {}

extension ClosedRange: PlaceholderProviding where Bound: PlaceholderProviding {
  /// The range from the placeholder of its bounds to the same.
  public static var placeholder: ClosedRange { Bound.placeholder...Bound.placeholder }
}

extension ClosedRange: __ToOneOrComposition where Bound: RangeBound {}

extension Range: __ToOneOrComposition where Bound: RangeBound {}

/// A range is stored as Codable makes it, an array of its bounds, and each bound in a column that
/// the store computes of it.
extension ClosedRange: Composition where Bound: RangeBound {
  public static var __leafTable: __LeafTable {
    __LeafTable { leaves in
      leaves.add("lowerBound", \ClosedRange.lowerBound)
      leaves.add("upperBound", \ClosedRange.upperBound)
    }
  }

  public init(__leaves leaves: __LeafDecoder) throws {
    let (lower, upper): (Bound, Bound) = (
      try leaves.value("lowerBound"), try leaves.value("upperBound")
    )
    self = lower <= upper ? lower...upper : upper...lower
  }

  public func __encode(to leaves: inout __LeafEncoder) throws {
    try leaves.encode(lowerBound, "lowerBound")
    try leaves.encode(upperBound, "upperBound")
  }
}

extension Range: PlaceholderProviding where Bound: PlaceholderProviding {
  /// The empty range at the placeholder of its bounds.
  public static var placeholder: Range { Bound.placeholder..<Bound.placeholder }
}

/// A range is stored as Codable makes it, an array of its bounds, and each bound in a column that
/// the store computes of it.
extension Range: Composition where Bound: RangeBound {
  public static var __leafTable: __LeafTable {
    __LeafTable { leaves in
      leaves.add("lowerBound", \Range.lowerBound)
      leaves.add("upperBound", \Range.upperBound)
    }
  }

  public init(__leaves leaves: __LeafDecoder) throws {
    let (lower, upper): (Bound, Bound) = (
      try leaves.value("lowerBound"), try leaves.value("upperBound")
    )
    self = lower <= upper ? lower..<upper : upper..<lower
  }

  public func __encode(to leaves: inout __LeafEncoder) throws {
    try leaves.encode(lowerBound, "lowerBound")
    try leaves.encode(upperBound, "upperBound")
  }
}
