import Testing

@testable import SwiftReader

@Suite struct ViewTests {
  private func variable(_ source: String) -> VariableDeclaration? {
    SyntaxTree(parsing: source, as: .members).declarations.first?.asVariable
  }

  private func expression(_ source: String) throws -> Expression {
    let binding = try #require(variable("var a = \(source)")?.bindings.first)
    let expression = try #require(binding.initializer)
    #expect(expression.text == source)
    return expression
  }

  private func type(_ source: String) throws -> TypeSyntax {
    let type = try #require(variable("var a: \(source)")?.bindings.first?.type)
    #expect(type.text == source)
    return type
  }

  /// What a form is, in a line.
  private func describe(_ form: Expression.Form) -> String {
    func list(_ arguments: [Argument]) -> String {
      arguments.map { ($0.label.map { "\($0): " } ?? "") + $0.value.text }
        .joined(separator: " | ")
    }
    return switch form {
    case .string(let value): "string \(value ?? "nil")"
    case .integer(let value): "integer \(value.map(String.init) ?? "nil")"
    case .float: "float"
    case .boolean(let value): "boolean \(value)"
    case .nil: "nil"
    case .regex: "regex"
    case .array(let elements): "array " + elements.map(\.text).joined(separator: " | ")
    case .dictionary(let elements):
      "dictionary " + elements.map { "\($0.key.text) = \($0.value.text)" }.joined(separator: " | ")
    case .tuple(let elements): "tuple " + list(elements)
    case .member(let base, let name): "member \(base?.text ?? "") . \(name)"
    case .call(let callee, let arguments, let closures):
      "call \(callee.text) ( \(list(arguments)) )"
        + closures.map { " \($0.label ?? "_") \($0.closure.text)" }.joined()
    case .keyPath(let root, let components):
      "keyPath \(root?.text ?? "") " + components.joined(separator: "/")
    case .closure(let closure): "closure " + closure.parameters.joined(separator: ",")
    case .identifier(let name): "identifier \(name)"
    case .macro(let name, let arguments, let closures):
      "macro \(name) ( \(list(arguments)) ) \(closures.count)"
    case .other: "other"
    }
  }

  @Test(arguments: [
    (#""a\n\u{41}""#, "string a\nA"), (##"#"a\n"#"##, #"string a\n"#), (#""\(a)""#, "string nil"),
    (#""\q""#, "string nil"), ("42", "integer 42"), ("-0x1_0", "integer -16"),
    ("99999999999999999999", "integer nil"), ("1.5", "float"), ("true", "boolean true"),
    ("nil", "nil"), ("/a/", "regex"), ("[]", "array "),
    ("[a, b<c, d>(e), f ? g : h]", "array a | b<c, d>(e) | f ? g : h"),
    ("[:]", "dictionary "), ("[a: 1, \"b\": c ? d : e]", "dictionary a = 1 | \"b\" = c ? d : e"),
    ("(a, b: 1)", "tuple a | b: 1"), ("(7)", "integer 7"), (".unique", "member  . unique"),
    ("A.b.c", "member A.b . c"), (".a(1, b: 2)", "call .a ( 1 | b: 2 )"),
    ("f(class: 1) { $0 } else: { $1 }", "call f ( class: 1 ) _ { $0 } else { $1 }"),
    ("f { a in b }", "call f (  ) _ { a in b }"),
    ("\\Book.title.count", "keyPath Book title/count"),
    ("\\.title", "keyPath  title"), ("\\.a?.b[0]", "keyPath  a/?/b/[0]"),
    ("\\.?.a", "keyPath  ?/a"),
    ("{ a, b in a == b }", "closure a,b"), ("{ (a: Int, b c: T) -> U in a }", "closure a,c"),
    ("{ [weak self] a in a }", "closure a"), ("{ $0 }", "closure "),
    ("`default`", "identifier default"),
    ("#a(1, b: 2) { }", "macro a ( 1 | b: 2 ) 1"), ("a + b", "other"), ("try a()", "other"),
    ("Self.a", "member Self . a"), ("UUID()", "call UUID (  )"),
    ("Set<Int>([1])", "call Set<Int> ( [1] )"),
  ])
  func expressionsTellTheirForm(_ source: String, _ expected: String) throws {
    #expect(describe(try expression(source).form) == expected)
  }

  @Test(arguments: [
    ("1...5", "1 to 5"), ("0..<1", "0 below 1"), ("1...", "1 to -"), ("...5", "- to 5"),
    ("..<5", "- below 5"), ("-1 ... -0.5", "-1 to -0.5"), ("...(-1)", "- to (-1)"),
    ("a[0...1]...b", "a[0...1] to b"), ("f(1...5)", "none"), ("5", "none"),
    ("a < b", "none"),
  ])
  func rangesHaveTheirEnds(_ source: String, _ expected: String) throws {
    let ends = try expression(source).rangeEnds
    let text = ends.map {
      "\($0.lower?.text ?? "-") \($0.isClosed ? "to" : "below") \($0.upper?.text ?? "-")"
    }
    #expect(text ?? "none" == expected)
  }

  @Test(arguments: [
    ("{ a in b }", "-"), ("{ (a: Int) in b }", "Int"), ("{ (a: Int?, b) -> C in d }", "Int? -"),
    ("{ $0 }", ""),
  ])
  func closuresHaveTheTypesOfTheirParameters(_ source: String, _ expected: String) throws {
    guard case .closure(let closure) = try expression(source).form else {
      Issue.record("no closure")
      return
    }
    #expect(
      closure.parameterTypes.map { $0?.text ?? "-" }.joined(separator: " ") == expected)
  }

  @Test func multilineStringsLoseTheirIndentation() throws {
    let value = try expression("\"\"\"\n    a\n      b \\\n    c\n\n    \"\"\"").stringValue
    #expect(value == "a\n  b c\n")
    #expect(try expression("\"\"\"\n\r    a\r\n    \"\"\"").stringValue == "\na")
  }

  private func describe(_ form: TypeSyntax.Form) -> String {
    switch form {
    case .identifier(let name):
      return (name.base.map { "\($0.text) . " } ?? "") + name.name
        + name.genericArguments.map { " ‹\($0.text)›" }.joined()
    case .optional(let type): return "optional \(type.text)"
    case .implicitlyUnwrapped(let type): return "unwrapped \(type.text)"
    case .array(let type): return "array \(type.text)"
    case .inlineArray(let count, let type): return "inline \(count.text) \(type.text)"
    case .dictionary(let key, let value): return "dictionary \(key.text) \(value.text)"
    case .tuple(let elements):
      return "tuple " + elements.map { "\($0.name ?? "") \($0.type.text)" }.joined(separator: " | ")
    case .function: return "function"
    case .some(let type): return "some \(type.text)"
    case .any(let type): return "any \(type.text)"
    case .metatype(let type): return "metatype \(type.text)"
    case .composition(let types): return "composition " + types.map(\.text).joined(separator: " | ")
    case .attributed(let specifiers, let type):
      return "attributed \(specifiers.joined(separator: " ")) \(type.text)"
    case .other: return "other"
    }
  }

  @Test(arguments: [
    ("Int", "Int"), ("Swift.Set<Book>", "Swift . Set ‹Book›"),
    ("A<B>.C<D, [E]>", "A<B> . C ‹D› ‹[E]›"),
    ("Int?", "optional Int"), ("Int??", "optional Int?"), ("Int!", "unwrapped Int"),
    ("[Int?]", "array Int?"), ("[A: [B]]", "dictionary A [B]"), ("[3 of Int]", "inline 3 Int"),
    ("(Int)", "Int"), ("()", "tuple "), ("(a: A, B)", "tuple a A |  B"), ("(A) -> B", "function"),
    ("@Sendable () -> A", "attributed @Sendable () -> A"), ("some P & Q", "some P & Q"),
    ("any P", "any P"),
    ("A.Type", "metatype A"), ("P & Q & R", "composition P | Q | R"),
    ("(any P)?", "optional (any P)"),
    ("inout A", "attributed inout A"), ("~Copyable", "attributed ~ Copyable"),
  ])
  func typesTellTheirForm(_ source: String, _ expected: String) throws {
    #expect(describe(try type(source).form) == expected)
  }

  @Test func optionalsAreRecognizedInEverySpelling() throws {
    for source in ["Int?", "Int!", "Optional<Int>", "Swift.Optional<Int>", "(Int?)"] {
      #expect(try type(source).wrapped?.text == "Int")
    }
    for source in ["Int", "[Int?]", "Other.Optional<Int>", "() -> Int?"] {
      #expect(try type(source).isOptional == false)
    }
  }

  @Test func annotationsTellTheirArguments() throws {
    let source = """
      @EntityGraph.Fetched<Int>(
        Book.self, where: { book, author in book.a && author.b }, sortedBy: \\.title)
      @Plain public var books: [Book]
      """
    let declaration = try #require(variable(source))
    let fetched = try #require(declaration.attributes.first)
    #expect(fetched.name == "EntityGraph.Fetched<Int>")
    #expect(fetched.baseName == "Fetched")
    #expect(fetched.arguments.map(\.label) == [nil, "where", "sortedBy"])
    #expect(describe(fetched.arguments[1].value.form) == "closure book,author")
    #expect(fetched.argument(labelled: "sortedBy")?.value.text == "\\.title")
    #expect(declaration.attributes.map(\.baseName) == ["Fetched", "Plain"])
    #expect(declaration.attributes[1].hasArgumentClause == false)
    #expect(
      declaration.tree.text.string(in: declaration.rangeWithoutAttributes)
        == "public var books: [Book]")
  }

  @Test func bindingsTellTheirParts() throws {
    let declaration = try #require(
      variable(
        """
        private(set) static var a, b: Int = 1, (c, d): (Int, Int), e: Int { get },
          `f` = 2 { didSet {} }
        """
      ))
    #expect(declaration.bindings.map { $0.pattern?.text } == ["a", "b", "(c, d)", "e", "`f`"])
    #expect(
      declaration.bindings.map { $0.identifiers.map(\.text) } == [
        ["a"], ["b"], ["c", "d"], ["e"], ["`f`"],
      ])
    #expect(declaration.bindings.map(\.name) == ["a", "b", nil, "e", "f"])
    #expect(declaration.bindings.map(\.isStored) == [true, true, true, false, true])
    #expect(declaration.modifiers.map(\.text) == ["private(set)", "static"])
    #expect(declaration.modifiers.first?.detail == "set")
    #expect(declaration.accessLevel == nil)
  }

  @Test func enumCasesTellTheirValues() throws {
    let tree = SyntaxTree(
      parsing: "indirect case a(Int, b: String = \"x\"), c = -1, `default`", as: .members)
    let elements = try #require(tree.declarations.first?.asEnumCase).elements
    #expect(elements.map(\.identifier) == ["a", "c", "default"])
    #expect(elements[0].payload?.map { $0.type?.text } == ["Int", "String"])
    #expect(elements[0].payload?[1].defaultValue?.stringValue == "x")
    #expect(elements.map { $0.rawValue?.text } == [nil, "-1", nil])
  }

  @Test func functionsTellTheirSignature() throws {
    let tree = SyntaxTree(
      parsing:
        """
        public static func f<T>(
          _ a: inout [T], b c: @escaping (Int) -> T = { $0 }, d: T...
        ) async throws(E) -> T? where T: P { }
        """
    )
    let function = try #require(tree.declarations.first?.asFunction)
    #expect(function.name == "f")
    #expect(function.parameters.map(\.firstName) == ["_", "b", "d"])
    #expect(function.parameters.map(\.name) == ["a", "c", "d"])
    #expect(
      function.parameters.map { $0.type?.text } == ["inout [T]", "@escaping (Int) -> T", "T"])
    #expect(function.parameters[1].defaultValue?.text == "{ $0 }")
    #expect(function.effects == "async throws(E)")
    #expect(function.returnType?.text == "T?")
    #expect(function.whereClause == "where T: P")
  }

  @Test func triviaIsOutsideOfText() throws {
    let tree = SyntaxTree(parsing: "// one\n/// two\n@A var a = 1 // three\n")
    let declaration = try #require(tree.declarations.first)
    #expect(declaration.text == "@A var a = 1")
    #expect(declaration.leadingTrivia == "// one\n/// two\n")
    #expect(declaration.fullText == "// one\n/// two\n@A var a = 1")
    #expect(declaration.position == .init(line: 3, column: 1))
  }

  @Test func localDeclarationsKnowWhereTheyStand() throws {
    let tree = SyntaxTree(
      parsing: "struct A { func f() { class B { #if C\nvar c = 1\n#endif\n } } }")
    let types = tree.nodes.indices.compactMap { TypeDeclaration(tree: tree, node: $0) }
    #expect(types.map(\.isLocal) == [false, true])
    #expect(types.map { $0.enclosingType?.name } == [nil, "A"])
    let member = try #require(types[1].flattenedMembers.first?.asVariable)
    #expect(member.isConditional)
    #expect(!member.isLocal)
  }
}
