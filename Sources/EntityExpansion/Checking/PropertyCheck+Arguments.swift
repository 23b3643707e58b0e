import EntityModel
import SwiftReader

extension PropertyCheck {
  /// Arguments that an annotation does not take, or whose value cannot be read at build time.
  func argumentDiagnostics(of annotation: PropertyAnnotation) -> [TextDiagnostic] {
    var seen: Set<String> = []
    return annotation.arguments.enumerated().flatMap { index, argument in
      if let label = argument.label, !seen.insert(label).inserted {
        return [TextDiagnostic.repeatedArgument(argument, of: annotation.kind)]
      }
      if argument.label == "json", [.attribute, .relationship].contains(annotation.kind) {
        return argument.value.isJSONName ? [] : [.invalidJSONName(argument)]
      }
      if annotation.derivation != nil { return derivedDiagnostics(argument, annotation) }
      switch (annotation.kind, argument.label) {
      case (.attribute, nil): return option(argument, annotation)
      case (.attribute, "transform"): return transform(argument, annotation)
      case (.attribute, "column"), (.relationship, "column"):
        return column(argument, annotation)
      case (.attribute, "originalName"), (.relationship, "originalName"):
        return originalName(argument, annotation)
      case (.relationship, "inverse"): return inverse(argument, annotation)
      case (.relationship, "deleteRule"): return deleteRule(argument)
      case (.relationship, "minimumCount"), (.relationship, "maximumCount"):
        return count(argument)
      case (.fetched, "where"), (.fetched, "sortedBy"), (.fetched, "includesSubentities"),
        (.fetched, "includesPendingChanges"):
        return []
      case (.fetched, "properties") where FetchedForm(annotation) == .dictionaries: return []
      case (.fetched, "limit"), (.fetched, "offset"): return bound(argument)
      case (.fetched, nil)
      where index > 0 && annotation.arguments[index - 1].label == "sortedBy":
        return []
      case (.fetched, let label)
      where index == 0 && FetchedForm.allCases.contains { $0.label == label }:
        return []
      default: return [.unknownArgument(argument, of: annotation.kind)]
      }
    }
  }

  private func option(
    _ argument: Argument, _ annotation: PropertyAnnotation
  ) -> [TextDiagnostic] {
    if let refused = refusedBesideTransform(argument, annotation) { return [refused] }
    if let rule = WrittenRule(argument.value) { return diagnostics(of: rule, argument) }
    guard let option = AttributeOption(argument: argument.value) else {
      return [.unknownOption(argument)]
    }
    if option == .external, holdsSmallValues { return [.externalType(argument, property)] }
    if option.isOfRow, isExternal(annotation) { return [.optionBesideExternal(argument)] }
    if option.comparison != nil, !holdsText {
      return [.ignoringCaseType(argument, option, property)]
    }
    if option == .deletedAt, !holdsOptionalDate { return [.deletedAtType(argument, property)] }
    if option.timestamp != nil { return timestamp(argument, option, annotation) }
    if option.undecodable != nil { return undecodable(argument, option, annotation) }
    guard option.tokenizer != nil else { return [] }
    let first = annotation.unlabeled.first {
      AttributeOption(argument: $0.value)?.tokenizer != nil
    }
    if let first, first.value.range != argument.value.range {
      return AttributeOption(argument: first.value) == option ? [] : [.secondTokenizer(argument)]
    }
    return holdsText ? [] : [.searchableType(argument, property)]
  }

  /// `true` if `annotation` says that the attribute is external.
  private func isExternal(_ annotation: PropertyAnnotation) -> Bool {
    annotation.unlabeled.contains { AttributeOption(argument: $0.value) == .external }
  }

  /// `true` if the property's type is written as one of the toolchain's whose values take a few
  /// bytes, and they are stored as they are.
  private var holdsSmallValues: Bool {
    guard let type = property.type, property.annotations.first?.transform == nil,
      let storage = StorageType(ofStandard: type)
    else { return false }
    return !storage.canBeExternal
  }

  /// What is wrong with a policy for values that cannot be decoded.
  private func undecodable(
    _ argument: Argument, _ option: AttributeOption, _ annotation: PropertyAnnotation
  ) -> [TextDiagnostic] {
    let first = annotation.unlabeled.lazy.compactMap { AttributeOption(argument: $0.value) }
      .first { $0.undecodable != nil }
    return first == option ? [] : [.secondPolicy(argument)]
  }

  /// What is wrong with the type that is to store values.
  private func transform(
    _ argument: Argument, _ annotation: PropertyAnnotation
  ) -> [TextDiagnostic] {
    annotation.transform == nil ? [.transformNotType(argument)] : []
  }

  /// Returns the diagnostic of `argument`, an option that asks about values which a transform
  /// changes before they are stored; nil for others.
  private func refusedBesideTransform(
    _ argument: Argument, _ annotation: PropertyAnnotation
  ) -> TextDiagnostic? {
    guard let transform = annotation.transform else { return nil }
    if let rule = WrittenRule(argument.value) {
      return rule.kind == .rule ? nil : .optionBesideTransform(argument, transform, rule: true)
    }
    guard let option = AttributeOption(argument: argument.value),
      option.comparison != nil || option.tokenizer != nil || option.timestamp != nil
        || option == .deletedAt
    else { return nil }
    return .optionBesideTransform(argument, transform, rule: false)
  }

  /// `true` if the property's type is written as that of an optional date.
  private var holdsOptionalDate: Bool {
    guard let wrapped = property.type?.wrapped else { return false }
    return StorageType(ofStandard: wrapped) == .date
  }

  /// What is wrong with `option`, which `argument` names and which has an attribute keep a time.
  private func timestamp(
    _ argument: Argument, _ option: AttributeOption, _ annotation: PropertyAnnotation
  ) -> [TextDiagnostic] {
    let first = annotation.unlabeled.lazy.compactMap { AttributeOption(argument: $0.value) }
      .first { $0.timestamp != nil }
    if let first, first != option { return [.secondTimestamp(argument, first)] }
    // A property without a type is reported for that.
    guard let type = property.type else { return [] }
    let names = ["Date", "Foundation.Date", "FoundationEssentials.Date"]
    return names.contains((type.wrapped ?? type).spelling)
      ? [] : [.timestampType(argument, option, property)]
  }

  /// `true` if the property's type, or that of the literal that it has in its place, is a text's.
  private var holdsText: Bool {
    guard let type = property.type else { return true }
    return ["String", "Swift.String"].contains((type.wrapped ?? type).spelling)
  }

  private func deleteRule(_ argument: Argument) -> [TextDiagnostic] {
    if DeleteRule(argument: argument.value) != nil { return [] }
    return [.unknownDeleteRule(argument)]
  }

  private func column(
    _ argument: Argument, _ annotation: PropertyAnnotation
  ) -> [TextDiagnostic] {
    guard let name = argument.value.stringValue else {
      return [.notLiteral(argument, "a string literal")]
    }
    return isFit(name) && !name.hasPrefix("_") ? [] : [.invalidColumn(argument)]
  }

  private func originalName(
    _ argument: Argument, _ annotation: PropertyAnnotation
  ) -> [TextDiagnostic] {
    guard let name = argument.value.stringValue else {
      return [.notLiteral(argument, "a string literal")]
    }
    return isFit(name) ? [] : [.invalidOriginalName(argument)]
  }

  private func inverse(
    _ argument: Argument, _ annotation: PropertyAnnotation
  ) -> [TextDiagnostic] {
    if let details = argument.value.implicitInverseArguments {
      return implicitInverse(details)
    }
    guard let name = argument.value.stringValue else {
      return [.notLiteral(argument, "a string literal or '.implicit'")]
    }
    return isFit(name) ? [] : [.emptyInverse(argument, property)]
  }

  /// What is wrong with `details`, those of an implicit inverse.
  private func implicitInverse(_ details: [Argument]) -> [TextDiagnostic] {
    var found = details.flatMap { detail -> [TextDiagnostic] in
      switch detail.label {
      case "deleteRule": return deleteRule(detail)
      case "minimumCount", "maximumCount": return count(detail)
      // The compiler reports what no argument is called.
      default: return []
      }
    }
    let minimum = details.first { $0.label == "minimumCount" }
    let most = details.first { $0.label == "maximumCount" }?.value.signedInteger
    if let minimum, let least = minimum.value.signedInteger, let most, least >= 0, most >= 1,
      least > most
    {
      found.append(.countsCrossed(minimum, least: least, most: most))
    }
    return found
  }

  private func count(_ argument: Argument) -> [TextDiagnostic] {
    guard let count = argument.value.signedInteger else {
      return [.notLiteral(argument, "an integer literal")]
    }
    let least = argument.label == "maximumCount" ? 1 : 0
    return count < least ? [.countTooSmall(argument, least: least)] : []
  }

  /// How many objects are fetched or left out, where that is written as a number.
  private func bound(_ argument: Argument) -> [TextDiagnostic] {
    guard let count = argument.value.signedInteger, count < 0 else { return [] }
    return [.negativeBound(argument)]
  }

  /// `true` if `name` can be a name in the store.
  private func isFit(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
  }
}

extension AttributeOption {
  /// `true` if the store carries the option out by what a row has, or the option has an attribute
  /// hold a date.
  fileprivate var isOfRow: Bool {
    self == .unique || self == .indexed || comparison != nil || tokenizer != nil || timestamp != nil
      || self == .deletedAt
  }
}
