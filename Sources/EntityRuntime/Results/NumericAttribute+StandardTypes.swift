public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Whole numbers add up to an Int, whatever their size, and have an average that is no whole number.

extension Int: NumericAttribute {
  public typealias Sum = Int
  public typealias Average = Double
}

extension Int8: NumericAttribute {
  public typealias Sum = Int
  public typealias Average = Double
}

extension Int16: NumericAttribute {
  public typealias Sum = Int
  public typealias Average = Double
}

extension Int32: NumericAttribute {
  public typealias Sum = Int
  public typealias Average = Double
}

extension Int64: NumericAttribute {
  public typealias Sum = Int
  public typealias Average = Double
}

extension UInt8: NumericAttribute {
  public typealias Sum = Int
  public typealias Average = Double
}

extension UInt16: NumericAttribute {
  public typealias Sum = Int
  public typealias Average = Double
}

extension UInt32: NumericAttribute {
  public typealias Sum = Int
  public typealias Average = Double
}

extension Float: NumericAttribute {
  public typealias Sum = Double
  public typealias Average = Double
}

extension Double: NumericAttribute {
  public typealias Sum = Double
  public typealias Average = Double
}

extension Decimal: NumericAttribute {
  public typealias Sum = Decimal
  public typealias Average = Decimal
}
