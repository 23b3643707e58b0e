import SwiftReader

/// A type marked `@EntityActor` as its author wrote it.
struct ActorDeclaration {
  let header: EntityHeader
  /// Every `var` and `let` of the type, those of every `#if` clause included.
  let properties: [PropertyDeclaration]
  /// Every function, initialiser and subscript of the type, those of every `#if` clause included.
  let functions: [FunctionDeclaration]

  /// Reads the members of the type that `header` opens.
  init(_ header: EntityHeader) {
    self.header = header
    let members = header.syntax.flattenedMembers
    properties = members.compactMap { $0.asVariable.map(PropertyDeclaration.init) }
    functions = members.compactMap(\.asFunction)
  }

  /// `true` if the type is an actor, `false` if it is a class.
  var isActor: Bool { header.syntax.kind == .actor }

  /// The initialisers that the author wrote.
  var initializers: [FunctionDeclaration] { functions.filter { $0.kind == .initializer } }

  /// The stored properties that an initialiser has to give a value.
  var uninitialized: [PropertyDeclaration] {
    properties.filter { property in
      let isOwn = !property.isShared && !property.modifiers.contains("override")
      let isStored = property.syntax.bindings.contains { $0.isStored }
      let hasNone = property.modifiers.contains("lazy") || property.modifiers.contains("weak")
      return isOwn && isStored && !hasNone && !property.hasValue
    }
  }

  /// `true` if `init(container:)` is generated: all initialisers that the author wrote call another
  /// one, and none is the same.
  var needsInitializer: Bool {
    let labels = ["container"] + uninitialized.map { $0.identifier ?? "_" }
    return initializers.allSatisfy { $0.isDelegating && $0.labels != labels }
  }

  /// The members of the author's that stand in the way of generated ones, and where they are named.
  var writtenMembers: [(member: ActorMember, range: Range<Int>)] {
    let variables = properties.filter { !$0.isShared }.flatMap { property in
      property.syntax.bindings.compactMap { $0.name.flatMap(ActorMember.init) }
        .filter { isActor || $0 != .unownedExecutor }
        .map { (member: $0, range: property.nameRange) }
    }
    let others = functions.compactMap { function -> (member: ActorMember, range: Range<Int>)? in
      guard !function.has(modifier: "static"), !function.has(modifier: "class") else { return nil }
      switch (function.kind, function.labels) {
      case (.function, ["_"]) where function.name == "withContext":
        return (.withContext, function.nameRange ?? function.range)
      case (.subscript, let labels) where labels.count == 2 && labels[1] == "as":
        return (.lookUp, function.introducerRange ?? function.range)
      default: return nil
      }
    }
    return variables + others
  }

  /// What prevents the type from being an entity actor, nil if nothing does.
  var obstacle: ActorObstacle? {
    switch header.syntax.kind {
    case .actor: header.syntax.has(modifier: "distributed") ? .distributed : nil
    case .class:
      switch header.syntax.globalActor?.baseName {
      case "MainActor": nil
      case let other?: .otherActor(other)
      case nil: .noActor
      }
    case .struct, .enum, .protocol, .extension: .noActor
    }
  }
}

/// A member that is generated for an entity actor.
enum ActorMember: String {
  case container, context, unownedExecutor
  case lookUp = "subscript(_:as:)"
  case withContext = "withContext(_:)"
}

/// What prevents a type from being an entity actor.
enum ActorObstacle {
  /// It is no actor, and no class of the main actor.
  case noActor
  /// It is a class of another global actor.
  case otherActor(String)
  /// Its methods may be called from other processes.
  case distributed
}

extension FunctionDeclaration {
  /// `true` if this is an initialiser that calls another one of its type.
  var isDelegating: Bool { bodyMentions("self", "init") }

  /// `true` if the body has `words` one after the other, with dots between them.
  func bodyMentions(_ words: String...) -> Bool {
    guard let body = bodyRange else { return false }
    let texts = tokens.filter { tree.tokenRange($0).lowerBound >= body.lowerBound }
      .map { tree.tokenText($0) }
    let wanted = Array(words.map { [$0] }.joined(separator: ["."]))
    guard texts.count >= wanted.count else { return false }
    return (0...texts.count - wanted.count).contains { start in
      Array(texts[start..<start + wanted.count]) == wanted
    }
  }
}
