import SwiftReader

/// What is wrong with a type marked `@EntityActor`.
struct ActorCheck {
  let declaration: ActorDeclaration

  /// Everything that is wrong.
  var diagnostics: [TextDiagnostic] {
    if let obstacle = declaration.obstacle {
      return [.entityActor(declaration.header, is: obstacle)]
    }
    return memberDiagnostics + initializerDiagnostics
  }

  /// Members that stand in the way of generated ones.
  private var memberDiagnostics: [TextDiagnostic] {
    declaration.writtenMembers.map { .generatedMember($0.member.rawValue, at: $0.range) }
  }

  /// Initialisers that leave the container out, and properties that the generated one cannot give
  /// a value.
  private var initializerDiagnostics: [TextDiagnostic] {
    if declaration.needsInitializer {
      return declaration.uninitialized.filter {
        $0.name == nil || $0.type == nil || $0.isConditional
      }
      .prefix(1).map { .initializerNeeded(declaration.header, by: $0) }
    }
    return declaration.initializers.filter { initializer in
      initializer.bodyRange != nil && !initializer.isDelegating
        && !initializer.bodyMentions("container")
    }.map { .containerMissing($0) }
  }
}

extension PropertyDeclaration {
  /// `true` if the property stands inside `#if`.
  fileprivate var isConditional: Bool { syntax.isConditional }
}
