package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Requests that are made of names.
extension RequestCheck {
  /// Returns `tree`, a condition on objects of `entity` that was made of names and values, with its
  /// values as the properties store them.
  ///
  /// A whole number becomes what a real or a decimal is compared with, and `nil` no object where a
  /// to-one is.
  ///
  /// - Throws: a `StoreError` that says what the model does not have, which value is not of its
  ///   property's type, and, unless `allowsSecrets`, which property is secret.
  package func adapted(
    _ tree: PredicateTree, of entity: String, allowsSecrets: Bool
  ) throws(StoreError) -> PredicateTree {
    guard model.entity(named: entity) != nil else { throw Self.unknown(entity) }
    let tree = try resolvingLeaves(tree, of: entity)
    let scopes = try scopes(of: tree.root, entity)
    var kinds: [Int: PredicateNode.Kind] = [:]
    for (index, scope) in scopes.enumerated() {
      let part = tree.root.at(index)
      if case .attribute(let path) = part.kind, !allowsSecrets {
        try requireNoSecret(path, scope)
      }
      switch part.kind {
      case .comparison:
        guard case .attribute(let path) = part.first.kind,
          case .value(let value) = part.second.kind
        else { continue }
        switch try end(of: path, scope) {
        case .attribute(let attribute):
          kinds[part.second.start] = .value(try value.converted(for: attribute, of: scope))
        case .relationship(let relationship) where !relationship.isToMany && value.isNull:
          kinds[part.first.start] = .object(path)
          kinds[part.second.start] = .identifier(nil)
        case .relationship, .fetched, .derived: continue
        @unknown default: continue
        }
      case .membership(let values):
        guard case .attribute(let path) = part.first.kind,
          case .attribute(let attribute) = try end(of: path, scope)
        else { continue }
        var converted: [StoredValue] = []
        for value in values { converted.append(try value.converted(for: attribute, of: scope)) }
        kinds[index] = .membership(converted)
      default: continue
      }
    }
    let adapted = tree.replacing(kinds)
    try condition(adapted, of: entity)
    return adapted
  }

  /// Returns `tree`, which was made of names, with each path to a leaf as one name.
  private func resolvingLeaves(
    _ tree: PredicateTree, of entity: String
  ) throws(StoreError) -> PredicateTree {
    var kinds: [Int: PredicateNode.Kind] = [:]
    for (index, scope) in try scopes(of: tree.root, entity).enumerated() {
      guard case .attribute(let path) = tree.root.at(index).kind, path.names.count > 1 else {
        continue
      }
      kinds[index] = .attribute(model.resolvingLeaves(path, of: scope))
    }
    return kinds.isEmpty ? tree : tree.replacing(kinds)
  }

  /// Returns `term`, which was made of a name, with a path to a leaf as one name.
  package func resolved(_ term: SortTerm, of entity: String) -> SortTerm {
    guard let path = term.operand.path, path.names.count > 1 else { return term }
    var term = term
    term.operand = .attribute(model.resolvingLeaves(path, of: entity))
    return term
  }

  /// Accepts `term`, which was made of a name.
  package func namedTerm(
    _ term: SortTerm, of entity: String, allowsSecrets: Bool
  ) throws(StoreError) {
    if !allowsSecrets, let path = term.operand.path { try requireNoSecret(path, entity) }
    try sortTerm(term, of: entity)
  }

  /// Returns the property that `path` leads to from `entity`, and its owner.
  package func named(
    _ path: PropertyPath, of entity: String, allowsSecrets: Bool
  ) throws(StoreError) -> (owner: String, property: Property) {
    guard model.entity(named: entity) != nil else { throw Self.unknown(entity) }
    if !allowsSecrets { try requireNoSecret(path, entity) }
    return (try object(path.names.dropLast(), entity), try end(of: path, entity))
  }

  private func end(of path: PropertyPath, _ entity: String) throws(StoreError) -> Property {
    guard let name = path.names.last else {
      throw Self.refusal("a request for '\(entity)' names no property", entity)
    }
    return try property(name, object(path.names.dropLast(), entity))
  }

  /// Throws if `path` leads to a secret.
  private func requireNoSecret(_ path: PropertyPath, _ entity: String) throws(StoreError) {
    guard try end(of: path, entity).attribute?.isSecret == true, let name = path.names.last else {
      return
    }
    let owner = try object(path.names.dropLast(), entity)
    throw Self.refusal(
      "'\(owner).\(name)' is secret; a request that is made of names may use it once it says "
        + "'allowingSecrets()'", owner, name)
  }

  private static func unknown(_ entity: String) -> StoreError {
    refusal("there is no entity \(String(entity.prefix(64)).debugDescription)", entity)
  }
}

extension StoredValue {
  /// Returns the value as `attribute` of `entity` stores it: a whole number as a real or a decimal.
  fileprivate func converted(
    for attribute: Attribute, of entity: String
  ) throws(StoreError) -> StoredValue {
    let converted: StoredValue? =
      switch (self, attribute.type) {
      case (.null, _): self
      case (.integer(let value), .boolean): value == 0 || value == 1 ? self : nil
      case (.integer(let value), .float), (.integer(let value), .double): .real(Double(value))
      case (.integer(let value), .decimal): .text("\(Decimal(value))")
      case (.real(let value), .decimal): .text("\(Decimal(value))")
      case (.text(let text), .decimal): Decimal(digits: text) == nil ? nil : self
      case (_, .json): nil
      default: attribute.type.stores(self) ? self : nil
      }
    if let converted { return converted }
    throw RequestCheck.refusal(
      "'\(entity).\(attribute.name)' " + attribute.type.refusalOfOtherValues, entity,
      attribute.name)
  }
}

extension StorageType {
  /// Why a value that is none of the type's is not compared with one that is, in words.
  fileprivate var refusalOfOtherValues: String {
    let kind =
      switch self {
      case .boolean: "true or false"
      case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: "a whole number"
      case .float, .double: "a number"
      case .decimal: "a decimal number"
      case .string, .url: "a text"
      case .date: "a time"
      case .data: "data"
      case .uuid: "a UUID"
      case .json: ""
      }
    return self == .json
      ? "holds JSON, which is compared with nothing but nil where properties are named"
      : "holds \(kind), and is compared with a value of another kind"
  }
}
