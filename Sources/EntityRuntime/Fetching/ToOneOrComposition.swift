/// What a condition goes on from to a property: an object, a composition or a storage.
public protocol __ToOneOrComposition {
  /// The type itself.
  static var __target: __Target { get }
}

/// A type that a condition goes on from.
public struct __Target {
  enum Kind {
    case object(ManagedObject.Type)
    case composition(any Composition.Type)
    case storage(any DictionaryStorage.Type)
  }

  let kind: Kind
}

extension ManagedObject {
  public static var __target: __Target { __Target(kind: .object(self)) }
}

extension Composition {
  public static var __target: __Target { __Target(kind: .composition(self)) }
}

extension DictionaryStorage {
  public static var __target: __Target { __Target(kind: .storage(self)) }
}

/// What a condition goes on from, where it may be `nil`.
public protocol __OptionalToOneOrComposition {
  /// What a condition goes on from; a type that is refused has itself.
  associatedtype __Wrapped = Self

  /// The type itself.
  static var __wrapped: __Target { get }
}

extension Optional: __OptionalToOneOrComposition where Wrapped: __ToOneOrComposition {
  public typealias __Wrapped = Wrapped
  public static var __wrapped: __Target { Wrapped.__target }
}
