import EntityModel
import EntityStore

/// The triggers that keep in a column of the owner's row what is asked of the members of a to-many.
///
/// A count and a sum are changed by what comes and goes. An extreme is changed by a greater or a
/// lesser value, and read again where the value goes that it is.
struct DerivedTriggers {
  private let statements: DerivedStatements
  private let derived: DerivedLayout

  /// Creates the triggers that keep `derived`.
  init(_ statements: DerivedStatements, _ derived: DerivedLayout) {
    self.statements = statements
    self.derived = derived
  }

  /// The statements that create them.
  func creation() throws(StoreError) -> [String] {
    guard case .members(let members, let location, let target) = derived.content,
      let value = try statements.value(of: derived)
    else { return [] }
    switch location {
    case .column: return []
    case .inverseColumn(let column):
      let table = target.table.name
      return try self.members(column, members, target, value) + [owner(value, table, column)]
    case .join(let join, let isReversed):
      let (own, other) = join.columns(isReversed: isReversed)
      guard members.condition != .constant(true) || members.aggregate != nil else {
        return links(join.name, own) + [owner(value, join.name, own)]
      }
      return try links(join.name, own, other, value, target, members)
        + [owner(value, join.name, own)]
    }
  }

  // MARK: Members that refer to their owner

  private func members(
    _ column: String, _ members: DerivedMembers, _ target: EntityLayout, _ value: String
  ) throws(StoreError) -> [String] {
    let table = quoted(target.table.name)
    let key = quoted(column)
    let (before, after) = (
      try asked(members, of: "old", target), try asked(members, of: "new", target)
    )
    let change = KeptChange(members, kept, value, statements.dialect)
    let part = KeptChange(members, kept, value, isPart: true, statements.dialect)
    let columns = [key] + columns(of: members, target)
    // A row that refers to itself is asked when it is there.
    let isOther = target.table.name == ownerTable ? " AND new.\(key) IS NOT new.\(id)" : ""
    let differs = ["old.\(key) IS NOT new.\(key)"] + before.differences(from: after)
    return [
      trigger("insert") + " AFTER INSERT ON \(table)"
        + " WHEN new.\(key) IS NOT NULL\(isOther)\(and(after.condition))"
        + body([update(change.added(after.value), "new.\(key)")]),
      trigger("delete") + " AFTER DELETE ON \(table)"
        + " WHEN old.\(key) IS NOT NULL\(and(before.condition))"
        + body([update(change.removed(before.value), "old.\(key)")]),
      trigger("update") + " AFTER UPDATE OF \(list(columns)) ON \(table)"
        + " WHEN \(differs.joined(separator: " OR "))"
        + body(
          [
            update(part.removed(before.value), "old.\(key)") + and(before.condition),
            update(part.added(after.value), "new.\(key)") + and(after.condition),
          ] + (part.completion.map { [update($0, "old.\(key)"), update($0, "new.\(key)")] } ?? [])),
    ]
  }

  /// What decides whether and how a row counts.
  private struct Asked {
    /// The condition that it counts; `nil` where it always does.
    let condition: String?

    /// Its value; `nil` where rows are counted.
    let value: String?

    /// The conditions that it counts otherwise than `other`.
    func differences(from other: Asked) -> [String] {
      [(condition, other.condition), (value, other.value)].compactMap { own, other in
        guard let own, let other else { return nil }
        return "(\(own)) IS NOT (\(other))"
      }
    }
  }

  /// Returns what decides whether and how the row `alias` of `target` counts.
  private func asked(
    _ members: DerivedMembers, of alias: String, _ target: EntityLayout
  ) throws(StoreError) -> Asked {
    Asked(
      condition: try statements.condition(members.condition, on: alias, target).sqlInTrigger,
      value: try statements.value(members.aggregate?.operand, on: alias, target))
  }

  // MARK: Members that are linked to their owner

  private func links(_ join: String, _ own: String) -> [String] {
    let key = quoted(own)
    let table = quoted(join)
    func change(_ amount: String, _ owner: String) -> String {
      "UPDATE \(quoted(ownerTable)) SET \(kept) = \(kept) \(amount) WHERE \(id) = \(owner)"
    }
    return [
      trigger("insert") + " AFTER INSERT ON \(table)" + body([change("+ 1", "new.\(key)")]),
      trigger("delete") + " AFTER DELETE ON \(table)" + body([change("- 1", "old.\(key)")]),
      trigger("update") + " AFTER UPDATE OF \(key) ON \(table) WHEN old.\(key) IS NOT new.\(key)"
        + body([change("- 1", "old.\(key)"), change("+ 1", "new.\(key)")]),
    ]
  }

  /// Returns the triggers where members are asked what they hold: they are all asked again, since a
  /// link may come before its member and go after it.
  private func links(
    _ join: String, _ own: String, _ other: String, _ value: String, _ target: EntityLayout,
    _ asked: DerivedMembers
  ) throws(StoreError) -> [String] {
    let (key, table, members) = (quoted(own), quoted(join), quoted(target.table.name))
    func again(_ owners: String) -> String {
      "UPDATE \(quoted(ownerTable)) SET \(kept) = \(value) WHERE \(id) \(owners)"
    }
    let linked =
      "SELECT \(key) FROM \(table) WHERE \(quoted(other)) = new.\(id)"
    let columns = columns(of: asked, target)
    var all = [
      trigger("insert") + " AFTER INSERT ON \(table)" + body([again("= new.\(key)")]),
      trigger("delete") + " AFTER DELETE ON \(table)" + body([again("= old.\(key)")]),
      trigger("update") + " AFTER UPDATE OF \(key), \(quoted(other)) ON \(table)"
        + body([again("IN (old.\(key), new.\(key))")]),
      trigger("member.insert") + " AFTER INSERT ON \(members) WHEN EXISTS (\(linked))"
        + body([again("IN (\(linked))")]),
    ]
    let differs = try self.asked(asked, of: "old", target)
      .differences(from: self.asked(asked, of: "new", target))
    if !differs.isEmpty, !columns.isEmpty {
      all.append(
        trigger("member.update") + " AFTER UPDATE OF \(list(columns)) ON \(members)"
          + " WHEN \(differs.joined(separator: " OR "))" + body([again("IN (\(linked))")]))
    }
    return all
  }

  // MARK: Parts

  /// Returns the trigger that asks the members of an owner that is inserted after them.
  private func owner(_ value: String, _ table: String, _ column: String) -> String {
    trigger("owner") + " AFTER INSERT ON \(quoted(ownerTable))"
      + " WHEN EXISTS (SELECT 1 FROM \(quoted(table)) WHERE \(quoted(column)) = new.\(id))"
      + body(["UPDATE \(quoted(ownerTable)) SET \(kept) = \(value) WHERE \(id) = new.\(id)"])
  }

  /// Returns the statement that makes `change` in the row `owner`.
  private func update(_ change: KeptChange.Change, _ owner: String) -> String {
    "UPDATE \(quoted(ownerTable)) SET \(kept) = \(change.value) WHERE \(id) = \(owner)"
      + and(change.condition)
  }

  /// The columns of objects of `target` whose change may change what `members` asks, each once.
  private func columns(of members: DerivedMembers, _ target: EntityLayout) -> [String] {
    var names: [String] = []
    for node in members.nodes {
      // What a leaf of a composition holds changes with the composition: no statement names it.
      guard let name = node.kind.path?.names.first, let index = target.ownerIndex(name),
        let column = target.columns[index]
      else { continue }
      // What other programs write changes a text first, and by a trigger what it is without case.
      for name in [column.name] + (column.isFolded ? [column.foldedName] : [])
      where !names.contains(quoted(name)) {
        names.append(quoted(name))
      }
    }
    return names
  }

  private func trigger(_ event: String) -> String {
    "CREATE TRIGGER \(quoted("\(derived.name).\(event)"))"
  }

  private func body(_ changes: [String]) -> String {
    " BEGIN \(changes.map { $0 + "; " }.joined())END"
  }

  private func and(_ condition: String?) -> String { condition.map { " AND (\($0))" } ?? "" }

  private func list(_ columns: [String]) -> String { columns.joined(separator: ", ") }

  private var ownerTable: String { derived.entity.table.name }

  private var kept: String { quoted(derived.name) }

  private var id: String { quoted("_id") }

  private func quoted(_ name: String) -> String { statements.quoted(name) }
}

extension Condition {
  /// The condition as a trigger has it; `nil` where it always holds.
  fileprivate var sqlInTrigger: String? { self == .constant(true) ? nil : sql }
}
