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
    let variables = declaration.properties.flatMap { property -> [TextDiagnostic] in
      guard !property.isShared else { return [] }
      return property.syntax.bindings.compactMap(\.name).filter(generatedNames.contains).map {
        .generatedMember($0, at: property.nameRange)
      }
    }
    let functions = declaration.functions.compactMap { function -> TextDiagnostic? in
      guard !function.has(modifier: "static"), !function.has(modifier: "class") else { return nil }
      switch (function.kind, function.labels) {
      case (.function, ["_"]) where function.name == "withContext":
        return .generatedMember("withContext(_:)", at: function.nameRange ?? function.range)
      case (.subscript, let labels) where labels.count == 2 && labels[1] == "as":
        return .generatedMember(
          "subscript(_:as:)", at: function.introducerRange ?? function.range)
      default: return nil
      }
    }
    return variables + functions
  }

  /// The properties that are generated.
  private var generatedNames: Set<String> {
    let names: Set = ["container", "context"]
    return declaration.isActor ? names.union(["unownedExecutor"]) : names
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
