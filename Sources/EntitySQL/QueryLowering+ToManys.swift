import EntityModel
import EntityStore

/// Conditions on the members of to-many relationships.
extension QueryLowering {
  /// Rows of a to-many that satisfy a condition.
  struct RelatedRows {
    /// The tables and their joins, from FROM on.
    fileprivate let source: String

    /// The expression of the id of the object that a row belongs to.
    fileprivate let ownerOfRow: String

    /// The expression of the id of the object whose rows are wanted.
    fileprivate let owner: String

    /// What the rows have to satisfy, whoever owns them.
    fileprivate let condition: Condition

    /// The expression of what is asked of the rows, if anything is.
    let selected: SQLOperand?

    /// The clauses, from FROM on, that find the rows of the one owner.
    var rows: String {
      let found = Condition.term("\(ownerOfRow) = \(owner)")
      return "\(source) WHERE \(Condition.conjunction([found, condition]).sql)"
    }

    /// The condition that the owner is among those of all rows.
    fileprivate var isAmongOwners: Condition {
      .term("\(owner) IN (SELECT \(ownerOfRow) \(source) WHERE \(condition.sql))")
    }
  }

  /// Returns the condition that a row of the to-many `path` satisfies `inner`, or its opposite
  /// when `innerNegated`; the opposite of all that when `negated`.
  ///
  /// Where `inner` says which members are wanted, their owners are found by them once, and are not
  /// each asked for their members; unless the rows of `scope` are few themselves.
  func exists(
    _ path: PropertyPath, _ inner: PredicatePart, _ scope: SelectScope, innerNegated: Bool,
    negated: Bool
  ) throws(StoreError) -> Condition {
    var isByMembers =
      !writesValues && !innerNegated && !scope.areRowsFew && path.start == .own && !inner.leadsOut
    if isByMembers {
      let target = try target(of: path, scope.base.entity)
      isByMembers = try names(inner, target, byMembers: true)
    }
    guard
      let related = try relatedRows(
        path, inner, scope, innerNegated: innerNegated, ofOneOwner: !isByMembers)
    else { return .constant(negated) }
    if isByMembers { return negated ? related.isAmongOwners.untrue : related.isAmongOwners }
    return .term("\(negated ? "NOT " : "")EXISTS (SELECT 1 \(related.rows))")
  }

  /// Returns the rows of the to-many `path` that satisfy `inner`, or its opposite when
  /// `innerNegated`, and the expression of `operand` about them; `nil` when none can.
  ///
  /// Their own conditions on members take them for few if they are asked for `ofOneOwner`.
  func relatedRows(
    _ path: PropertyPath, _ inner: PredicatePart, _ scope: SelectScope, innerNegated: Bool,
    selecting operand: PredicatePart? = nil, ofOneOwner: Bool = true
  ) throws(StoreError) -> RelatedRows? {
    let (location, owner, target) = try toMany(path, scope)
    var source = "FROM "
    let related: SelectScope
    let ownerOfRow: String
    var member: String?
    switch location {
    case .column: return nil
    case .inverseColumn(let column):
      related = SelectScope(nextAlias(), target, in: scope)
      ownerOfRow = dialect.column(column, of: related.base.alias)
    case .join(let join, let isReversed):
      let link = nextAlias()
      let (own, other) = join.columns(isReversed: isReversed)
      let id = dialect.column(other, of: link)
      source += "\(dialect.quoted(join.name)) AS \(link)"
      ownerOfRow = dialect.column(own, of: link)
      if inner.asksIDAlone && operand?.asksIDAlone != false {
        related = SelectScope(id: id, target, in: scope)
      } else {
        related = SelectScope(nextAlias(), target, in: scope)
        member = id
      }
    }
    related.areRowsFew = ofOneOwner
    if !ofOneOwner { related.areRowsFew = try names(inner, target, byMembers: false) }
    let condition = try condition(inner, related, negated: innerNegated)
    if condition == .constant(false) { return nil }
    let selected = try operand.map { part throws(StoreError) in try self.selected(part, related) }
    if !related.isIDAlone {
      let table = "\(dialect.quoted(target.table.name)) AS \(related.base.alias)"
      source +=
        member.map { " JOIN \(table) ON \(dialect.column("_id", of: related.base.alias)) = \($0)" }
        ?? table
      source += related.joins
    }
    return RelatedRows(
      source: source, ownerOfRow: ownerOfRow, owner: owner, condition: condition,
      selected: selected)
  }

  /// Returns the entity of the members of the to-many `path` of objects of `entity`.
  private func target(
    of path: PropertyPath, _ entity: EntityLayout
  ) throws(StoreError) -> EntityLayout {
    var owner = entity
    for name in path.names.dropLast() { owner = try layout.toOneTarget(name, of: owner) }
    guard let name = path.names.last else {
      throw entity.emptyPath(usedAs: "a to-many relationship")
    }
    return try layout.toMany(name, of: owner).target
  }

  /// Returns whether `part` says which objects of `entity` can satisfy it, so that an index finds
  /// them: by their ids, by what to-ones refer to, by a unique attribute; and if `byMembers`, by
  /// members that are found so.
  func names(
    _ part: PredicatePart, _ entity: EntityLayout, byMembers: Bool
  ) throws(StoreError) -> Bool {
    var index = part.start
    while index < part.end {
      let term = part.at(index)
      switch term.kind {
      case .all:
        index += 1
        continue
      case .objects(let path, _):
        if path.isOwnToOne { return true }
      case .comparison(.equal):
        if term.first.isEqualToOne(term.second, entity) { return true }
        if term.second.isEqualToOne(term.first, entity) { return true }
      case .membership(let values):
        if term.first.isUnique(entity), !values.contains(where: \.isNull) { return true }
      case .quantified(.any, let path) where byMembers && path.start == .own:
        if try names(term.first, target(of: path, entity), byMembers: true) { return true }
      case .amongAll where byMembers:
        if let path = term.first.objectPath, path.isOwnToOne,
          let objects = term.second.kind.scope,
          term.second.second.objectPath == PropertyPath(),
          let other = layout.entity(objects.entity),
          try names(term.second.first, other, byMembers: true)
        {
          return true
        }
      default: break
      }
      index = term.end
    }
    return false
  }
}

extension PredicatePart {
  /// The path to the object that the part is, or is the number of; `nil` where it is no object.
  var objectPath: PropertyPath? {
    switch kind {
    case .object(let path), .rowNumber(let path): path
    default: nil
    }
  }

  /// `true` if the part asks nothing of the objects that it is about but their ids.
  fileprivate var asksIDAlone: Bool {
    guard !leadsOut else { return false }
    var isIDAlone = true
    visit(from: true) { kind, isAbout in
      guard isAbout else { return false }
      switch kind {
      case .object(let path), .objects(let path, _), .rowNumber(let path):
        if !path.names.isEmpty { isIDAlone = false }
      case .quantified(_, let path):
        if path.names.count != 1 { isIDAlone = false }
      // What the store keeps of members is in the row of their owner.
      case .count, .aggregate, .attribute, .search, .rank, .place, .excerpt: isIDAlone = false
      case .constant, .refused, .not, .all, .any, .comparison, .membership, .text, .amongAll,
        .value, .identifier, .source, .function, .choice, .aggregateOfAll, .allValues:
        break
      }
      return false
    }
    return isIDAlone
  }

  /// Returns whether the part, an operand about an object of `entity`, equals `other` in few
  /// objects, which an index finds.
  fileprivate func isEqualToOne(_ other: PredicatePart, _ entity: EntityLayout) -> Bool {
    switch (kind, other.kind) {
    case (.object(let path), .identifier(.some)), (.object(let path), .source): path.isOwnToOne
    case (.attribute, .value(let value)): !value.isNull && isUnique(entity)
    default: false
    }
  }

  /// Returns whether the part is an attribute of objects of `entity` that no two of them have the
  /// same value of.
  fileprivate func isUnique(_ entity: EntityLayout) -> Bool {
    guard case .attribute(let path) = kind, path.start == .own, path.names.count == 1,
      let index = entity.propertyIndex(path.names[0])
    else { return false }
    return entity.columns[index]?.isUnique == true
  }
}
