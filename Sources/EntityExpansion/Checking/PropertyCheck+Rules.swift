import EntityModel
import SwiftReader

extension PropertyCheck {
  /// What is wrong with `rule`, which `argument` writes, or with the property's value by the rule.
  func diagnostics(of rule: WrittenRule, _ argument: Argument) -> [TextDiagnostic] {
    // A property without a type is reported for that.
    guard let type = property.type else { return [] }
    do throws(WrittenRule.Mistake) {
      guard case .value(let meaning) = try rule.meaning(for: type) else { return [] }
      return defaultDiagnostics(meaning, type)
    } catch {
      return [diagnostic(of: error, rule, argument, type)]
    }
  }

  /// What is wrong with a literal that is the property's value, and that `rule` does not accept.
  private func defaultDiagnostics(_ rule: ValueRule, _ type: TypeSyntax) -> [TextDiagnostic] {
    guard let storage = StorageType(ofStandard: type), let initializer = property.initializer,
      let value = initializer.storedValue(as: storage),
      !RuleCheck(rule, of: storage).accepts(value)
    else { return [] }
    return [.defaultBreaksRule(initializer, rule.text(for: storage), property)]
  }

  private func diagnostic(
    of mistake: WrittenRule.Mistake, _ rule: WrittenRule, _ argument: Argument, _ type: TypeSyntax
  ) -> TextDiagnostic {
    switch mistake {
    case .type: .ruleType(argument, rule, property, instead: other(for: rule, type))
    case .notRange(let range): .ruleNotRange(range, rule.kind)
    case .empty(let written, let swapped): .ruleEmpty(written, swapped: swapped)
    case .bound(let bound): .ruleBound(bound, rule.kind, type)
    case .pattern(let range, let message): .rulePattern(range, message)
    case .notClosure(let range): .ruleClosure(range, property, type)
    case .untyped(let range, let parameter):
      .ruleClosure(range, property, type, fix: "(\(parameter): \((type.wrapped ?? type).spelling))")
    case .otherType(let written):
      .ruleClosure(written.range, property, type, fix: (type.wrapped ?? type).spelling)
    }
  }

  /// The rule with the argument of `rule` that the property's type has, nil where there is none.
  private func other(for rule: WrittenRule, _ type: TypeSyntax) -> WrittenRule.Kind? {
    guard let value = rule.value, value.rangeEnds != nil else { return nil }
    for kind in [WrittenRule.Kind.range, .length] where kind != rule.kind {
      if rule.means(kind, for: type) { return kind }
    }
    return nil
  }
}
