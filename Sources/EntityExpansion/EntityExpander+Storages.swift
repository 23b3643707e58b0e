import SwiftReader

/// What is to be written for values that are backed by JSON.
package enum StorageExpansionRole: Hashable, Sendable {
  /// The members of a struct marked `@DictionaryStorage`.
  case members
  /// The annotation of one property of such a struct.
  case memberAnnotations
  /// What makes such a struct conform.
  case conformance
  /// The accessors of one of its properties.
  case accessors
  /// What makes an enum marked `@OpenEnumeration` conform.
  case enumeration
  /// Nothing, for a case marked `@CaseName`.
  case caseName

  /// Creates the role `role`, as the compiler calls it, of the macro that `typeName` implements;
  /// nil if there is no such one.
  init?(macroTypeName typeName: String, role: String) {
    switch (typeName, role) {
    case ("DictionaryStorageMacro", "member"): self = .members
    case ("DictionaryStorageMacro", "memberAttribute"): self = .memberAnnotations
    case ("DictionaryStorageMacro", "extension"): self = .conformance
    case ("StoredMacro", "accessor"): self = .accessors
    case ("OpenEnumerationMacro", "extension"): self = .enumeration
    case ("CaseNameMacro", "peer"): self = .caseName
    default: return nil
    }
  }
}

extension EntityExpander {
  /// Returns the code for one role of an annotation of a value that is backed by JSON, and what its
  /// author got wrong: the members role of `@DictionaryStorage` reports all but misplaced
  /// annotations.
  func expand(
    _ role: StorageExpansionRole, _ declared: Declaration, extendedType: String?,
    coding: CodingConformances?, in context: [String]
  ) -> Expansion {
    switch role {
    case .members:
      guard let type = declared.asType else { return Expansion() }
      let storage = StorageDeclaration(EntityHeader(type, in: context))
      let diagnostics = StorageCheck(declaration: storage).diagnostics
      guard type.kind == .struct else { return Expansion(diagnostics: diagnostics) }
      let printing = StoragePrinting(declaration: storage, isRefused: !diagnostics.isEmpty)
      return Expansion(source: printing.members, diagnostics: diagnostics)
    case .conformance:
      guard let type = declared.asType, type.kind == .struct else { return Expansion() }
      let storage = StorageDeclaration(EntityHeader(type, in: context))
      let printing = StoragePrinting(declaration: storage, isRefused: false)
      let source = printing.conformance(
        of: extendedType ?? storage.header.name,
        coding ?? CodingConformances(missingIn: storage.header))
      return Expansion(source: source)
    case .memberAnnotations:
      guard let variable = declared.asVariable else { return Expansion() }
      let property = PropertyDeclaration(variable)
      guard EntityHeader.around(context)?.syntax.kind == .struct, !property.isOutsideStorage,
        property.storedAnnotation == nil, StorageObstacle(property)?.preventsAccessors != true
      else { return Expansion() }
      return Expansion(source: "@EntityGraph.Stored")
    case .accessors: return expandAccessors(declared, in: context)
    case .enumeration:
      guard let type = declared.asType else { return Expansion() }
      let enumeration = EnumerationDeclaration(EntityHeader(type, in: context))
      let diagnostics = EnumerationCheck(declaration: enumeration).diagnostics
      guard type.kind == .enum else { return Expansion(diagnostics: diagnostics) }
      let printing = EnumerationPrinting(
        declaration: enumeration, type: extendedType ?? enumeration.header.name,
        isRefused: !diagnostics.isEmpty)
      return Expansion(source: printing.text, diagnostics: diagnostics)
    case .caseName:
      return Expansion(
        diagnostics: EnumerationCheck.diagnostics(ofCaseName: declared, in: context))
    }
  }

  private func expandAccessors(_ declared: Declaration, in context: [String]) -> Expansion {
    let diagnostics = StorageCheck.diagnostics(ofStored: declared, in: context)
    guard let variable = declared.asVariable else { return Expansion(diagnostics: diagnostics) }
    let property = PropertyDeclaration(variable)
    guard diagnostics.isEmpty, EntityHeader.around(context)?.syntax.kind == .struct,
      StorageObstacle(property)?.preventsAccessors != true, let member = StorageMember(property)
    else {
      let hasAccessors = property.binding?.accessors != nil || variable.isLet
      return Expansion(
        source: hasAccessors ? "" : StorageMember.standIns, diagnostics: diagnostics)
    }
    return Expansion(source: member.accessors)
  }
}
