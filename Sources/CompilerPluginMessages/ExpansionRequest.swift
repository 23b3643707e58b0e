/// The compiler's wish to have one role of one attached macro expanded.
package struct ExpansionRequest: Equatable, Sendable {
  /// The type that the macro's declaration names in `#externalMacro`.
  package var macroTypeName: String

  /// What is to be written.
  package var role: MacroRole

  /// The annotation, from its `@` through its arguments.
  package var attribute: SourceFragment

  /// The annotated declaration, whole; for the role `memberAttribute` one member of it.
  package var declaration: SourceFragment

  /// The annotated declaration, whole, for the role `memberAttribute`.
  package var parentDeclaration: SourceFragment?

  /// The name of the type to extend, for the role `extension`.
  package var extendedType: SourceFragment?

  /// A made-up declaration that lists the conformances still missing, for the role `extension`.
  package var conformanceList: SourceFragment?

  /// The headers of the enclosing declarations with empty bodies, the innermost first.
  package var lexicalContext: [SourceFragment]

  /// Creates a request.
  package init(
    macroTypeName: String, role: MacroRole, attribute: SourceFragment, declaration: SourceFragment,
    parentDeclaration: SourceFragment? = nil, extendedType: SourceFragment? = nil,
    conformanceList: SourceFragment? = nil, lexicalContext: [SourceFragment] = []
  ) {
    self.macroTypeName = macroTypeName
    self.role = role
    self.attribute = attribute
    self.declaration = declaration
    self.parentDeclaration = parentDeclaration
    self.extendedType = extendedType
    self.conformanceList = conformanceList
    self.lexicalContext = lexicalContext
  }
}
