#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What no condition goes on from, though it has members in Swift: the compiler says so at their
// names. Sets and arrays are not among it: with them, a mistake within 'any { }' is reported as one
// of 'any'.

extension __OptionalToOneOrComposition where __Wrapped == Self {
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
extension String: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Int: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Double: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Bool: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Date: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension UUID: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Decimal: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension URL: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Data: __OptionalToOneOrComposition {}

/// Refuses a member of the value that only Swift knows.
@available(
  *, unavailable,
  message: """
    a condition is data for a store, which knows no such member of a value; what it can compute \
    is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is fetched
    """
)
extension Duration: __OptionalToOneOrComposition {}
