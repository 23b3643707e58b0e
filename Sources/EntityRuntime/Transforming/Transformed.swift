public import EntityModel
public import EntityStore

/// A value of an attribute and what the store has of it: `book.$color` beside
/// `@Attribute(transform: HexColor.self) var color: Color`.
///
/// Requests name it, `{ $0.$color == .red }`, since the store compares and orders what it has. Two of
/// them are equal if what is stored is.
public struct Transformed<Transform: AttributeTransform>: TransformedAttribute {
  /// The value, of the attribute's own type.
  public let value: Transform.Value

  private let outcome: Result<Transform.Stored, any Error>

  /// Transforms `value`; what the transform throws is thrown where the result is wanted.
  public init(_ value: Transform.Value) {
    self.value = value
    outcome = Result { try Transform.stored(value) }
  }

  /// Transforms `value`, or returns `nil` where there is none.
  public init?(_ value: Transform.Value?) {
    guard let value else { return nil }
    self.init(value)
  }

  private init(_ value: Transform.Value, _ stored: Transform.Stored) {
    self.value = value
    outcome = .success(stored)
  }

  /// What the store has of the value.
  ///
  /// - Throws: what the transform has thrown.
  public var stored: Transform.Stored {
    get throws { try outcome.get() }
  }
}

extension Transformed: Storable {
  public typealias Primitive = __TransformedPrimitive<Transform.Stored.Primitive>

  public static var storageType: StorageType { Transform.Stored.storageType }

  public var primitive: Primitive {
    switch outcome {
    case .success(let stored): .stored(stored.primitive)
    case .failure: .refused
    }
  }

  /// Creates the value that is stored as `primitive`; `nil` where the transform makes none of it.
  public init?(primitive: Primitive) {
    guard case .stored(let base) = primitive, let stored = Transform.Stored(primitive: base),
      let value = try? Transform.value(stored)
    else { return nil }
    self.init(value, stored)
  }
}

extension Transformed: Codable {
  /// Decodes what is stored.
  public init(from decoder: any Decoder) throws {
    let stored = try Transform.Stored(from: decoder)
    self.init(try Transform.value(stored), stored)
  }

  /// Encodes what is stored.
  public func encode(to encoder: any Encoder) throws { try stored.encode(to: encoder) }
}

extension Transformed: Hashable {
  public static func == (left: Transformed, right: Transformed) -> Bool {
    left.storedValue == right.storedValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storedValue) }
}

extension Transformed: CustomStringConvertible {
  public var description: String { "\(value)" }
}

extension Transformed: PlaceholderProviding where Transform.Value: PlaceholderProviding {
  public static var placeholder: Transformed { Transformed(Transform.Value.placeholder) }
}
