import EntityModel
import EntityStore

/// The triggers that keep the count of a to-many in a column of its owner's row.
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
    guard case .count(_, let location, let target, let condition) = derived.content,
      let count = try statements.count(of: derived)
    else { return [] }
    switch location {
    case .column: return []
    case .inverseColumn(let column):
      return try members(column, target, condition) + [owner(count, target.table.name, column)]
    case .join(let join, let isReversed):
      let (own, other) = join.columns(isReversed: isReversed)
      guard condition != .constant(true) else {
        return links(join.name, own) + [owner(count, join.name, own)]
      }
      return try links(join.name, own, other, count, target, condition)
        + [owner(count, join.name, own)]
    }
  }

  // MARK: Members that refer to their owner

  private func members(
    _ column: String, _ target: EntityLayout, _ condition: PredicateTree
  ) throws(StoreError) -> [String] {
    let table = quoted(target.table.name)
    let key = quoted(column)
    let (before, after) = (
      try statements.condition(condition, on: "old", target).sqlInTrigger,
      try statements.condition(condition, on: "new", target).sqlInTrigger
    )
    let columns = [key] + columns(of: condition, target)
    // A row that refers to itself is counted when it is there.
    let isOther = target.table.name == ownerTable ? " AND new.\(key) IS NOT new.\(id)" : ""
    var changed = "old.\(key) IS NOT new.\(key)"
    if let before, let after { changed += " OR (\(before)) IS NOT (\(after))" }
    return [
      trigger("insert") + " AFTER INSERT ON \(table)"
        + " WHEN new.\(key) IS NOT NULL\(isOther)\(and(after))"
        + body([change("+ 1", "new.\(key)")]),
      trigger("delete") + " AFTER DELETE ON \(table) WHEN old.\(key) IS NOT NULL\(and(before))"
        + body([change("- 1", "old.\(key)")]),
      trigger("update") + " AFTER UPDATE OF \(list(columns)) ON \(table) WHEN \(changed)"
        + body([
          change("- 1", "old.\(key)") + and(before), change("+ 1", "new.\(key)") + and(after),
        ]),
    ]
  }

  // MARK: Members that are linked to their owner

  private func links(_ join: String, _ own: String) -> [String] {
    let key = quoted(own)
    let table = quoted(join)
    return [
      trigger("insert") + " AFTER INSERT ON \(table)" + body([change("+ 1", "new.\(key)")]),
      trigger("delete") + " AFTER DELETE ON \(table)" + body([change("- 1", "old.\(key)")]),
      trigger("update") + " AFTER UPDATE OF \(key) ON \(table) WHEN old.\(key) IS NOT new.\(key)"
        + body([change("- 1", "old.\(key)"), change("+ 1", "new.\(key)")]),
    ]
  }

  /// Returns the triggers where members count that satisfy a condition: they are counted again,
  /// since a link may come before its member and go after it.
  private func links(
    _ join: String, _ own: String, _ other: String, _ count: String, _ target: EntityLayout,
    _ condition: PredicateTree
  ) throws(StoreError) -> [String] {
    let (key, table, members) = (quoted(own), quoted(join), quoted(target.table.name))
    func again(_ owners: String) -> String {
      "UPDATE \(quoted(ownerTable)) SET \(kept) = \(count) WHERE \(id) \(owners)"
    }
    let linked =
      "SELECT \(key) FROM \(table) WHERE \(quoted(other)) = new.\(id)"
    let columns = columns(of: condition, target)
    var all = [
      trigger("insert") + " AFTER INSERT ON \(table)" + body([again("= new.\(key)")]),
      trigger("delete") + " AFTER DELETE ON \(table)" + body([again("= old.\(key)")]),
      trigger("update") + " AFTER UPDATE ON \(table)"
        + body([again("IN (old.\(key), new.\(key))")]),
      trigger("member.insert") + " AFTER INSERT ON \(members) WHEN EXISTS (\(linked))"
        + body([again("IN (\(linked))")]),
    ]
    let (before, after) = (
      try statements.condition(condition, on: "old", target).sqlInTrigger,
      try statements.condition(condition, on: "new", target).sqlInTrigger
    )
    if let before, let after, !columns.isEmpty {
      all.append(
        trigger("member.update") + " AFTER UPDATE OF \(list(columns)) ON \(members)"
          + " WHEN (\(before)) IS NOT (\(after))" + body([again("IN (\(linked))")]))
    }
    return all
  }

  // MARK: Parts

  /// Returns the trigger that counts the members of an owner that is inserted after them.
  private func owner(_ count: String, _ table: String, _ column: String) -> String {
    trigger("owner") + " AFTER INSERT ON \(quoted(ownerTable))"
      + " WHEN EXISTS (SELECT 1 FROM \(quoted(table)) WHERE \(quoted(column)) = new.\(id))"
      + body(["UPDATE \(quoted(ownerTable)) SET \(kept) = \(count) WHERE \(id) = new.\(id)"])
  }

  private func change(_ amount: String, _ owner: String) -> String {
    "UPDATE \(quoted(ownerTable)) SET \(kept) = \(kept) \(amount) WHERE \(id) = \(owner)"
  }

  /// The columns of objects of `target` that `condition` asks, each once.
  private func columns(of condition: PredicateTree, _ target: EntityLayout) -> [String] {
    var names: [String] = []
    for node in condition.nodes {
      guard let name = node.kind.path?.names.first,
        let column = target.column(named: name).map({ quoted($0.name) }), !names.contains(column)
      else { continue }
      names.append(column)
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
