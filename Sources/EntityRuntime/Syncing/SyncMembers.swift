import EntityModel
import EntityStore

/// Which members a payload may have.
///
///     options.members = .only(
///       JSONShape<Reader> {
///         $0.email
///         $0.name
///         $0.loans { $0.until }
///       })
///
/// Of a shape are the properties that count: their names are those of the format, and identities
/// need not be named. A part of a value, as `$0.address.city` is, is refused when a payload is
/// read, which gives a value as a whole. Everything else is a member that is no property. Objects
/// of classes that no shape has members of are referred to, and neither made nor changed by rows
/// inside of others.
public struct SyncMembers: Hashable, Sendable {
  /// All that are not `.notExported`.
  public static let all = SyncMembers(roots: nil)

  /// Those of the shapes, one for each class, and of what these have inside.
  public static func only<each Object: ManagedObject>(
    _ shapes: repeat JSONShape<each Object>
  ) -> SyncMembers {
    var roots: [Root] = []
    for shape in repeat each shapes { roots.append(Root(shape)) }
    return SyncMembers(roots: roots)
  }

  /// What the shapes name; `nil` for everything.
  private let roots: [Root]?

  /// What a shape names of a class.
  private struct Root: Hashable {
    let type: ObjectIdentifier
    let node: Node

    init<Object: ManagedObject>(_ shape: JSONShape<Object>) {
      type = ObjectIdentifier(Object.self)
      node = Node(shape.members)
    }
  }

  /// What a shape names of an object; `nil` for all attributes and to-ones.
  private struct Node: Hashable {
    var members: [Member]?

    /// A property and what is named of what it refers to.
    struct Member: Hashable {
      let property: String
      let inner: Node?

      /// `true` if only a part of the value is named.
      var isPart = false
    }

    init(_ members: [JSONShapeMember]?, and key: String? = nil) {
      self.members = members?.compactMap { member in
        guard let property = member.property else { return nil }
        return switch member.content {
        case .value:
          Member(property: property, inner: nil, isPart: !member.leaves.isEmpty)
        case .objects(let members): Member(property: property, inner: Node(members))
        case .keyed(let key, let members):
          Member(property: property, inner: Node(members, and: key))
        }
      }
      if let key { self.members?.append(Member(property: key, inner: nil)) }
    }
  }

  private init(roots: [Root]?) { self.roots = roots }

  /// The names of the properties by the names of entities; `nil` for all.
  ///
  /// - Throws: that a shape names a part of a value, which a payload gives as a whole.
  func names(in model: ManagedModel) throws(StoreError) -> [String: Set<String>]? {
    guard let roots else { return nil }
    var names: [String: Set<String>] = [:]
    func add(_ node: Node, _ entity: ManagedEntity) throws(StoreError) {
      guard let members = node.members else {
        let all = entity.layout.properties.filter {
          $0.attribute.map { !$0.isSecret && !$0.isExternal }
            ?? ($0.relationship?.isToMany == false)
        }
        return names[entity.name, default: []].formUnion(all.map(\.name))
      }
      if let part = members.first(where: \.isPart) {
        throw StoreError(
          .invalidRequest,
          "a payload gives '\(entity.name).\(part.property)' a value as a whole; name "
            + "'$0.\(part.property)' in the shape of 'members' in place of a part",
          entity: entity.name, properties: [part.property])
      }
      names[entity.name, default: []].formUnion(members.map(\.property))
      for member in members {
        guard let inner = member.inner, let index = entity.layout.propertyIndex(member.property),
          let relationship = entity.relationships[index]
        else { continue }
        try add(inner, model.entities[relationship.target])
      }
    }
    for root in roots {
      if let entity = model.entities.first(where: { ObjectIdentifier($0.type) == root.type }) {
        try add(root.node, entity)
      }
    }
    return names
  }
}
