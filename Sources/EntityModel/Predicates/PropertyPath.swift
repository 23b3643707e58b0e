/// The names of the properties that lead from an object to a value: to-ones, then the last one.
package struct PropertyPath: Hashable, Sendable {
  /// The names, first to last; empty for the object itself.
  package var names: [String]

  /// The object that the path leads from.
  package var start: Start

  /// An object that a path leads from.
  package enum Start: Hashable, Sendable {
    /// The one that the condition is about in which the path stands.
    case own

    /// The one that a condition further out is about: 1 for the next one that is about other
    /// objects than the condition in which the path stands.
    case outer(Int)

    /// The one that a condition is about that is still being made, by its number.
    case variable(Int)

    /// The one that owns the fetched property whose condition the path stands in.
    case owner
  }

  /// Creates the path of `names` from `start`.
  package init(_ names: [String] = [], from start: Start = .own) {
    self.names = names
    self.start = start
  }

  /// Returns the path followed by `name`.
  package func appending(_ name: String) -> PropertyPath {
    PropertyPath(names + [name], from: start)
  }

  /// The path without its last name.
  package var owner: PropertyPath { PropertyPath(names.dropLast(), from: start) }

  /// What the name of an attribute has after it where a request names the value that a transform
  /// makes of what is stored; no property is called so.
  package static let transformedMark = " (transformed)"

  /// `true` if the last name is that of a leaf of a composition.
  package var isLeaf: Bool { names.last?.utf8.contains(UInt8(ascii: ".")) == true }

  /// The names joined by dots, an object taken for one of another entity as Swift writes it.
  package var text: String {
    names.map { name in name.castEntity.map { "cast(to: \($0).self)" } ?? name }
      .joined(separator: ".")
  }
}

extension PropertyPath: Codable {
  private enum Key: CodingKey {
    case names, outer, owner
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let outer = try container.decodeIfPresent(Int.self, forKey: .outer)
    if let outer, outer < 1 {
      throw DecodingError.dataCorruptedError(
        forKey: .outer, in: container, debugDescription: "a path begins further out, or not")
    }
    let isOwners = try container.decodeIfPresent(Bool.self, forKey: .owner) ?? false
    self.init(
      try container.decode([String].self, forKey: .names),
      from: isOwners ? .owner : outer.map { .outer($0) } ?? .own)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(names, forKey: .names)
    switch start {
    case .own: break
    case .outer(let levels): try container.encode(levels, forKey: .outer)
    case .owner: try container.encode(true, forKey: .owner)
    case .variable:
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "a condition is written once it is whole"))
    }
  }
}
