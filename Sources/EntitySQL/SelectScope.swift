import EntityModel
import EntityStore

/// The FROM clause of one SELECT while it is written: a row and the rows that to-ones lead to.
final class SelectScope {
  /// A row that the clause names.
  struct Row {
    /// The row's name in the statement.
    let alias: String

    /// The entity of the row's object.
    let entity: EntityLayout

    /// `true` if there may be no such row.
    let isOptional: Bool

    /// The entities of which the object is one, in order, where it is taken for one of those alone;
    /// `nil` where it may be of each that extends `entity`.
    var kinds: [String]?

    /// Returns the row as one of an object of `target`, which is in the same tree.
    func cast(to target: EntityLayout) -> Row {
      let before = kinds ?? entity.subentities
      let after = before.filter(target.subentities.contains)
      return Row(
        alias: alias, entity: target, isOptional: true, kinds: after == before ? kinds : after)
    }
  }

  /// The row that conditions are about.
  let base: Row

  /// The SELECT that this one is a part of, whose rows conditions may name.
  let outer: SelectScope?

  /// `true` if the base row's name is the expression of its id, which is all that is asked of it.
  private(set) var isIDAlone = false

  /// `true` if few rows have to be looked at, since an index finds them.
  var areRowsFew = false

  /// Returns the expression of the base row's id.
  func id(_ dialect: any Dialect) -> String {
    isIDAlone ? base.alias : membership?.member ?? dialect.column("_id", of: base.alias)
  }

  /// The rows joined so far, by the to-ones that lead to them.
  private(set) var joined: [[String]: Row] = [:]

  /// The joins, each with a space before it.
  private(set) var joins = ""

  /// The columns of a result that a condition on groups may name, by their texts.
  var results: [String: ResultColumn] = [:]

  /// The search whose index is among the rows, so that what it has found of a row is known.
  var ranking: Ranking?

  /// `true` while the condition on the rows is written, and not another one about them.
  var isConditionWritten = false

  /// The to-many whose links are among the rows, so that the objects of one owner are found by it.
  private(set) var membership: Membership?

  /// A membership whose links are among the rows of a clause.
  struct Membership {
    /// The condition that there is such a link.
    let condition: PredicateTree

    /// Where the condition on the rows has that one.
    let node: Int

    /// The name of a row of links.
    let alias: String

    /// The links, as a FROM clause names them.
    let links: String

    /// The expression of the id of the object that a row belongs to.
    let owner: String

    /// The expression of the id of the row that conditions are about; `nil` where the links are
    /// those of what a to-one of the row leads to.
    let member: String?
  }

  /// A search whose index is among the rows of a clause.
  struct Ranking {
    /// What is searched for.
    let search: TextSearch

    /// The index's name in the statement.
    let alias: String

    /// Where the condition has the search's node.
    let node: Int
  }

  /// A column of a result in SQL.
  struct ResultColumn {
    /// The expression.
    let sql: String

    /// The type of its values.
    let type: StorageType

    /// `true` if it may be NULL.
    let isNullable: Bool
  }

  /// Creates the scope of a row of `entity` called `alias`, within `outer`.
  init(_ alias: String, _ entity: EntityLayout, in outer: SelectScope? = nil) {
    base = Row(alias: alias, entity: entity, isOptional: false)
    self.outer = outer
  }

  /// Creates the scope of the rows of `entity` of which nothing is asked but the id, which is `id`,
  /// within `outer`.
  init(id: String, _ entity: EntityLayout, in outer: SelectScope?) {
    base = Row(alias: id, entity: entity, isOptional: false)
    self.outer = outer
    isIDAlone = true
  }

  /// Returns the scope of the row that `path` leads from; `nil` if that is not known.
  func start(of path: PropertyPath) -> SelectScope? {
    guard var levels = path.start.levels else { return nil }
    var scope: SelectScope? = self
    while levels > 0, let outer = scope?.outer { (scope, levels) = (outer, levels - 1) }
    return levels == 0 ? scope : nil
  }

  /// Adds the index that `ranking` is about, found by the clause `join`.
  func add(_ ranking: Ranking, _ join: String) {
    self.ranking = ranking
    joins += join
  }

  /// Adds the links that `membership` is about, found by the clause `join`.
  func add(_ membership: Membership, _ join: String) {
    self.membership = membership
    joins += join
  }

  /// Adds the row that `path` leads to, found by the clause `join`.
  func add(_ row: Row, at path: [String], _ join: String) {
    joined[path] = row
    joins += join
  }
}
