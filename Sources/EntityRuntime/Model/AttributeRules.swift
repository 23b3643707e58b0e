import EntityModel

/// What a rule of the program's own asks of a stored value; nil is not asked about.
typealias RuleCondition = @Sendable (StoredValue) -> Bool

/// The rules of one attribute of an entity, ready to be held against its values.
struct AttributeRules: Sendable {
  /// A rule and what decides whether a value obeys it.
  private struct Item: Sendable {
    let rule: ValueRule
    let accepts: RuleCondition
  }

  /// The property index of the attribute.
  let index: Int

  /// How values of the attribute are stored.
  let type: StorageType

  private let items: [Item]

  /// Makes the rules of `attribute`, the property `index`, ready; `conditions` are those of the
  /// program's own ones, in their order.
  init(_ attribute: Attribute, _ index: Int, _ conditions: [RuleCondition]) {
    self.index = index
    type = attribute.type
    var rest = conditions[...]
    items = attribute.rules.map { rule in
      if case .custom = rule, let condition = rest.popFirst() {
        return Item(rule: rule, accepts: condition)
      }
      let check = RuleCheck(rule, of: attribute.type)
      return Item(rule: rule, accepts: check.accepts)
    }
  }

  /// Returns the rules that `value` breaks, in the order in which the attribute has them.
  func broken(by value: StoredValue) -> [ValueRule] {
    value.isNull ? [] : items.filter { !$0.accepts(value) }.map(\.rule)
  }

  /// Returns the rules of the attributes of the class `type`, inherited ones too, whose properties
  /// are `properties`.
  static func rules(of type: ManagedObject.Type, _ properties: [Property]) -> [AttributeRules] {
    guard properties.contains(where: { $0.attribute?.rules.isEmpty == false }) else { return [] }
    var conditions: [String: [RuleCondition]] = [:]
    for description in ClassDescription.lineage(of: type) {
      conditions.merge(description.conditions) { own, _ in own }
    }
    return properties.enumerated().compactMap { index, property in
      guard let attribute = property.attribute, !attribute.rules.isEmpty else { return nil }
      return AttributeRules(attribute, index, conditions[attribute.name] ?? [])
    }
  }
}

extension ManagedEntity {
  /// Returns the problems of the row `row`, whose property `index` is to be `value`, with the
  /// rules of the property.
  func brokenRules(_ index: Int, _ value: StoredValue, row: Int64) -> [ValidationError.Problem] {
    guard hasRules, ruledSet.contains(index),
      let rules = rules.first(where: { $0.index == index })
    else { return [] }
    return rules.broken(by: value).map {
      ValidationError.Problem($0.id, self, row: row, index, $0.text(for: rules.type))
    }
  }

  /// `true` if `value` obeys the rules of the property `index`.
  func acceptsByRules(_ index: Int, _ value: StoredValue) -> Bool {
    brokenRules(index, value, row: 0).isEmpty
  }
}
