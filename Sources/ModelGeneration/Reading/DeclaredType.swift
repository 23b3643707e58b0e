import EntityExpansion
package import SwiftReader

/// A nominal type, an extension or a type alias, declared outside of executable code.
package struct DeclaredType: Sendable {
  package enum Syntax: Sendable {
    case type(TypeDeclaration)
    case alias(OtherDeclaration)
  }

  /// The index of the module among those read.
  package let module: Int
  /// The index of the file in its module.
  let file: Int
  package let syntax: Syntax
  /// The names around the declaration and its own, without backticks; for an extension the names of
  /// what it extends.
  package let path: [String]
  /// The same, as written.
  let spelling: [String]
  /// The types around the declaration, the innermost first.
  package let surroundings: [TypeDeclaration]
  /// How far the declaration can be seen, as far as its file shows.
  let access: Access
  /// The conditions that the declaration stands under, the outermost first.
  let conditions: [String]

  /// Distinguishes one declaration from all others.
  package struct Place: Hashable, Sendable {
    let module: Int
    let file: Int
    let node: Int
  }

  package var place: Place {
    let node =
      switch syntax {
      case .type(let type): type.node
      case .alias(let alias): alias.node
      }
    return Place(module: module, file: file, node: node)
  }

  /// The declaration of a nominal type or an extension, nil for a type alias.
  package var type: TypeDeclaration? {
    if case .type(let type) = syntax { type } else { nil }
  }

  var isExtension: Bool { type?.kind == .extension }

  /// `true` if other files cannot see the declaration.
  var isPrivate: Bool { access <= .fileprivate }
}

/// Collects the declarations of a file that the build's conditions let pass.
struct DeclaredTypeCollector {
  let module: Int
  let file: Int
  /// What the build says to conditions; nil lets everything pass.
  let conditions: BuildConditions?
  private(set) var found: [DeclaredType] = []

  init(module: Int, file: Int, conditions: BuildConditions?) {
    self.module = module
    self.file = file
    self.conditions = conditions
  }

  /// What declarations stand in.
  private struct Surroundings {
    var path: [String] = []
    var spelling: [String] = []
    var types: [TypeDeclaration] = []
    /// How far members can be seen at most.
    var limit: Access = .open
    /// How far members without a modifier can be seen.
    var standard: Access = .internal
    var conditions: [String] = []
  }

  /// What nests deeper nobody writes, and reading it must not overflow the stack.
  private static let deepest = 64

  /// Collects everything that `tree` declares.
  mutating func collect(_ tree: SyntaxTree) { collect(tree.declarations, in: Surroundings()) }

  private mutating func collect(_ declarations: [Declaration], in surroundings: Surroundings) {
    for declaration in declarations {
      switch declaration {
      case .type(let type): collect(type, in: surroundings)
      case .other(let other) where other.kind == .typealias: add(other, in: surroundings)
      case .conditional(let block): collect(block, in: surroundings)
      default: break
      }
    }
  }

  private mutating func collect(_ type: TypeDeclaration, in surroundings: Surroundings) {
    guard surroundings.types.count < Self.deepest, let name = type.name else { return }
    var inner = surroundings
    let isExtension = type.kind == .extension
    let names = name.split(separator: ".").map(String.init)
    inner.spelling = isExtension ? names : surroundings.spelling + names
    inner.path = inner.spelling.map(\.withoutBackticks)
    inner.types.insert(type, at: 0)
    let written = type.accessLevel.flatMap(Access.init(rawValue:))
    if isExtension {
      inner.standard = written ?? .internal
    } else {
      inner.limit = min(surroundings.limit, written ?? surroundings.standard)
      inner.standard = .internal
    }
    found.append(
      DeclaredType(
        module: module, file: file, syntax: .type(type), path: inner.path,
        spelling: inner.spelling, surroundings: surroundings.types,
        access: isExtension ? .open : inner.limit, conditions: surroundings.conditions))
    collect(type.members, in: inner)
  }

  private mutating func add(_ alias: OtherDeclaration, in surroundings: Surroundings) {
    guard let name = alias.name else { return }
    let written = alias.accessLevel.flatMap(Access.init(rawValue:))
    found.append(
      DeclaredType(
        module: module, file: file, syntax: .alias(alias),
        path: surroundings.path + [name.withoutBackticks],
        spelling: surroundings.spelling + [name], surroundings: surroundings.types,
        access: min(surroundings.limit, written ?? surroundings.standard),
        conditions: surroundings.conditions))
  }

  private mutating func collect(_ block: ConditionalBlock, in surroundings: Surroundings) {
    guard surroundings.conditions.count < Self.deepest else { return }
    for taken in block.taken(conditions) {
      var inner = surroundings
      inner.conditions.append(taken.condition)
      collect(taken.clause.declarations, in: inner)
    }
  }
}

extension ConditionalBlock {
  /// The clause that a build under `conditions` takes, if it takes one, or every clause where there
  /// are none; each with what decides so.
  func taken(_ conditions: BuildConditions?) -> [(clause: Clause, condition: String)] {
    var refused: [String] = []
    var taken: [(clause: Clause, condition: String)] = []
    for clause in clauses {
      let condition = clause.condition
      let holds = condition.flatMap { conditions?.hold($0) } ?? true
      if holds {
        let parts = refused + [condition].compactMap(\.self)
        let text = parts.count == 1 ? parts[0] : parts.map { "(\($0))" }.joined(separator: " && ")
        taken.append((clause, text))
        if conditions != nil { break }
      }
      refused.append("!(\(condition ?? "true"))")
    }
    return taken
  }
}

extension Declaration {
  /// This declaration, or what a build under `conditions` takes of an `#if` block.
  func taken(_ conditions: BuildConditions?) -> [Declaration] {
    guard case .conditional(let block) = self else { return [self] }
    return block.taken(conditions).flatMap { $0.clause.declarations }.flatMap {
      $0.taken(conditions)
    }
  }
}

extension String {
  /// The name without the backticks around it.
  var withoutBackticks: String { replacing("`", with: "") }
}
