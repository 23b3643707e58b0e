import SwiftReader

/// Expands the annotations: declaration → description → code, and what is wrong.
///
/// The answer is a function of the arguments alone.
package struct EntityExpander: Sendable {
  /// Creates an expander.
  package init() {}

  /// Returns the code for one role of one annotation, and what its author got wrong.
  ///
  /// Every mistake is reported by one role only: what concerns a single annotated property by that
  /// property's annotation, everything else by the members role of `@Entity`.
  ///
  /// - Parameters:
  ///   - attributeOffset: Where the annotation, with the space before it, begins in `declaration`;
  ///     nil where it stands elsewhere, as one that `@Entity` added does.
  ///   - declaration: The annotated declaration; for `memberAnnotations` a member of it.
  ///   - extendedType: The name of the type to extend, with those around it.
  ///   - lexicalContext: The first lines of the declarations around it, innermost first.
  ///   - isWritten: `true` if the code is to stand in a source, which can declare no name with a
  ///     `$`.
  ///   - isConforming: `true` if the type to extend conforms already, as a subclass does.
  ///   - coding: The conformances to coding that the type to extend does not have yet; nil for all
  ///     that `declaration` does not state.
  ///   - inheritsManagedObject: `false` if the superclass is known to be no managed object, which
  ///     the compiler reports to the members role alone.
  package func expand(
    role: ExpansionRole, attributeOffset: Int? = nil, declaration: String,
    extendedType: String? = nil, lexicalContext: [String] = [], isWritten: Bool = false,
    isConforming: Bool = false, coding: CodingConformances? = nil,
    inheritsManagedObject: Bool = true
  ) -> Expansion {
    let tree = SyntaxTree(parsing: declaration, as: .members)
    // What nests deeper the compiler refuses by itself, and views of it are read by recursion.
    guard tree.bracketDepth <= 256, let declared = tree.flattenedDeclarations.first else {
      return Expansion()
    }
    switch role {
    case .members:
      guard let type = declared.asType else { return Expansion() }
      return expandMembers(
        EntityHeader(type, in: lexicalContext), isWritten: isWritten,
        inheritsManagedObject: inheritsManagedObject)
    case .codableObject:
      guard let type = declared.asType, !isConforming else { return Expansion() }
      let header = EntityHeader(type, in: lexicalContext)
      guard header.obstacle == nil, header.options.contains(.codable) else { return Expansion() }
      let name = extendedType ?? header.name
      let clause = (coding ?? CodingConformances(missingIn: header)).clause
      return Expansion(source: "extension \(name): EntityGraph.CodableObject\(clause) {}")
    case .actorMembers:
      guard let type = declared.asType else { return Expansion() }
      let actor = ActorDeclaration(EntityHeader(type, in: lexicalContext))
      return Expansion(
        source: actor.obstacle == nil ? ActorPrinting(declaration: actor).text : "",
        diagnostics: ActorCheck(declaration: actor).diagnostics)
    case .composition:
      guard let type = declared.asType else { return Expansion() }
      let composition = CompositionDeclaration(EntityHeader(type, in: lexicalContext))
      let printing = CompositionPrinting(
        declaration: composition, type: extendedType ?? composition.header.name,
        coding: coding ?? CodingConformances(missingIn: composition.header))
      return Expansion(
        source: composition.obstacle == nil ? printing.text : "",
        diagnostics: CompositionCheck(declaration: composition).diagnostics)
    case .leaf:
      return Expansion(
        diagnostics: CompositionCheck.diagnostics(ofLeaf: declared, in: lexicalContext))
    case .storage(let role):
      return expand(
        role, declared, extendedType: extendedType, coding: coding, in: lexicalContext)
    case .memberAnnotations:
      guard let variable = declared.asVariable else { return Expansion() }
      return expandMemberAnnotations(PropertyDeclaration(variable), in: lexicalContext)
    case .handle:
      guard let variable = declared.asVariable else { return Expansion() }
      return expandHandle(of: PropertyDeclaration(variable), in: lexicalContext)
    case .property(let kind):
      guard let variable = declared.asVariable else {
        return Expansion(
          diagnostics: AnnotationCheck(declared, in: nil).diagnostics(of: kind))
      }
      let property = PropertyDeclaration(variable)
      return expandProperty(
        property, as: kind, at: property.index(of: kind, offset: attributeOffset),
        in: lexicalContext)
    }
  }

  /// Prints the members of an entity, under each combination of conditions.
  ///
  /// Those of a class that is no managed object only make its accessors compile, so that one error
  /// is reported.
  private func expandMembers(
    _ header: EntityHeader, isWritten: Bool, inheritsManagedObject: Bool
  ) -> Expansion {
    if header.obstacle == nil, !inheritsManagedObject {
      return Expansion(
        source: EntityVariants(header).code(\.standIns),
        diagnostics: [.superclassNotEntity(header)])
    }
    let variants = EntityVariants(header)
    let diagnostics = variants.declarations.flatMap {
      EntityCheck($0, EntityDescription($0)).diagnostics
    }
    return Expansion(
      source: header.obstacle == nil ? variants.code { $0.text(isWritten: isWritten) } : "",
      diagnostics: diagnostics)
  }

  /// Makes an attribute of every property that could be one and has no annotation of ours.
  private func expandMemberAnnotations(
    _ property: PropertyDeclaration, in context: [String]
  ) -> Expansion {
    guard let header = EntityHeader.around(context), header.obstacle != .notClass,
      property.isImplicit, property.isStoredInstanceVariable, property.obstacle == nil
    else { return Expansion() }
    return Expansion(source: "@EntityGraph.Attribute")
  }

  /// Prints what stands beside a to-many relationship or a transformed attribute; what is wrong
  /// with these their accessors report.
  private func expandHandle(of property: PropertyDeclaration, in context: [String]) -> Expansion {
    guard let header = EntityHeader.around(context), header.isAnnotated, header.obstacle == nil,
      property.kind == .relationship || property.kind == .attribute,
      let description = PropertyDescription(property)
    else { return Expansion() }
    return Expansion(source: description.handle(of: header))
  }

  /// Reports what is wrong with a property, and prints its accessors at the first annotation that
  /// has any.
  private func expandProperty(
    _ property: PropertyDeclaration, as kind: AnnotationKind, at index: Int?, in context: [String]
  ) -> Expansion {
    let header = EntityHeader.around(context)
    var diagnostics: [TextDiagnostic] = []
    if let index {
      diagnostics = PropertyCheck(property, in: header).diagnostics(ofAnnotation: index)
    }
    let first = property.annotations.firstIndex { $0.kind.isDescribed }
    guard kind.isDescribed, index == first else { return Expansion(diagnostics: diagnostics) }
    guard let header, header.isAnnotated, header.obstacle == nil, diagnostics.isEmpty,
      let description = PropertyDescription(property)
    else {
      return Expansion(source: property.standInAccessors, diagnostics: diagnostics)
    }
    return Expansion(source: description.accessors(of: header), diagnostics: diagnostics)
  }
}

extension SyntaxTree {
  /// The most brackets that are open at any offset.
  fileprivate var bracketDepth: Int {
    var depth = 0
    var deepest = 0
    for token in tokens {
      switch token.kind {
      case .leftParen, .leftSquare, .leftBrace, .stringHead:
        depth += 1
        deepest = max(deepest, depth)
      case .rightParen, .rightSquare, .rightBrace, .stringTail: depth -= 1
      default: break
      }
    }
    return deepest
  }
}

extension EntityPrinting {
  /// Returns the members, for a source if `isWritten`.
  fileprivate func text(isWritten: Bool) -> String {
    var printing = self
    printing.namesStoredForms = !isWritten
    return printing.text
  }
}

extension EntityVariants {
  /// Returns the members of the class that `members` gives, under the conditions that they depend
  /// on.
  fileprivate func code(_ members: (EntityPrinting) -> String) -> String {
    switch self {
    case .single(let declaration):
      return members(EntityPrinting(entity: EntityDescription(declaration)))
    case .choice(let clauses):
      let branches = clauses.map { "\($0.directive)\n\($0.variant.code(members))\n" }
      return branches.joined() + "#endif"
    }
  }
}

extension EntityHeader {
  /// Reads the type that a member stands in from the declarations around it, innermost first.
  static func around(_ context: [String]) -> EntityHeader? {
    guard let innermost = context.first,
      let type = SyntaxTree(parsing: innermost, as: .members).flattenedDeclarations.first?.asType
    else { return nil }
    return EntityHeader(type, in: context.dropFirst())
  }
}

extension PropertyDeclaration {
  /// Accessors that stand in where an error has been reported, so that the compiler adds as little
  /// to it as it can.
  ///
  /// Of a constant it says once for each accessor that there can be none, and where there is none,
  /// less clearly, that one was expected.
  fileprivate var standInAccessors: String {
    switch obstacle {
    case .computed: ""
    case .constant: "get { Swift.fatalError() }"
    default: "get { Swift.fatalError() }\nset {}"
    }
  }

  /// Returns the index among our annotations of the one of `kind` that begins at `offset`; nil
  /// where it is not written on the property.
  fileprivate func index(of kind: AnnotationKind, offset: Int?) -> Int? {
    // The compiler counts some of the space between two annotations to the first one.
    annotations.firstIndex { annotation in
      guard let offset, annotation.kind == kind else { return false }
      return annotation.syntax.fullRange.lowerBound <= offset
        && offset <= annotation.syntax.range.lowerBound
    } ?? annotations.firstIndex { $0.kind == kind }
  }
}
