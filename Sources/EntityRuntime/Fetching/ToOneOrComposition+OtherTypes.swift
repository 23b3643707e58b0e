#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What no condition goes on from, though it has members in Swift: the compiler says so at their
// names. Sets and arrays are not among it: with them, a mistake within 'any { }' is reported as one
// of 'any'.

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension String: __OptionalToOneOrComposition {
  public typealias __Wrapped = String
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Int: __OptionalToOneOrComposition {
  public typealias __Wrapped = Int
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Double: __OptionalToOneOrComposition {
  public typealias __Wrapped = Double
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Bool: __OptionalToOneOrComposition {
  public typealias __Wrapped = Bool
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Date: __OptionalToOneOrComposition {
  public typealias __Wrapped = Date
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension UUID: __OptionalToOneOrComposition {
  public typealias __Wrapped = UUID
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Decimal: __OptionalToOneOrComposition {
  public typealias __Wrapped = Decimal
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension URL: __OptionalToOneOrComposition {
  public typealias __Wrapped = URL
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Data: __OptionalToOneOrComposition {
  public typealias __Wrapped = Data
  public static var __wrapped: __Target { ManagedObject.__target }
}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Duration: __OptionalToOneOrComposition {
  public typealias __Wrapped = Duration
  public static var __wrapped: __Target { ManagedObject.__target }
}
