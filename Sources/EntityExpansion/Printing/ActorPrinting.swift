import SwiftReader

/// Prints the members that generated code adds to an entity actor.
///
/// Like:
///
///     nonisolated private let __executor: EntityGraph.EntityActorExecutor
///
///     nonisolated var container: EntityGraph.PersistentContainer {
///       @storageRestrictions(initializes: __executor)
///       init(container) { __executor = EntityGraph.EntityActorExecutor(container) }
///       get { __executor.container }
///     }
///
///     var context: EntityGraph.ManagedObjectContext { __executor.__context }
///
///     nonisolated var unownedExecutor: _Concurrency.UnownedSerialExecutor {
///       unsafe __executor.asUnownedSerialExecutor()
///     }
///
///     init(container: EntityGraph.PersistentContainer) { self.container = container }
struct ActorPrinting {
  let declaration: ActorDeclaration

  /// The members in their order.
  var text: String {
    var writer = CodeWriter()
    printStorage(&writer)
    if declaration.needsInitializer { printInitializer(&writer) }
    printAccess(&writer)
    return writer.text
  }

  /// A modifier and a space, or nothing where the modifier would say what goes without it.
  private var access: String {
    let access = min(declaration.header.access, .public)
    return access >= .package ? access.rawValue + " " : ""
  }

  /// `true` if `member` is generated: where the author has written it, that has been reported.
  private func isGenerated(_ member: ActorMember) -> Bool {
    !declaration.writtenMembers.contains { $0.member == member }
  }

  // MARK: Storage

  /// Adds the one property that is stored, and those that read it.
  private func printStorage(_ writer: inout CodeWriter) {
    let (name, type) =
      declaration.isActor
      ? ("__executor", "EntityGraph.EntityActorExecutor")
      : ("__mainContext", "EntityGraph.__MainActorContext")
    writer.declaration { $0.line("nonisolated private let \(name): \(type)") }
    if isGenerated(.container) {
      writer.declaration { writer in
        writer.block("\(access)nonisolated var container: EntityGraph.PersistentContainer") {
          $0.line("@storageRestrictions(initializes: \(name))")
          $0.line("init(container) { \(name) = \(type)(container) }")
          $0.line("get { \(name).container }")
        }
      }
    }
    if isGenerated(.context) {
      writer.declaration {
        $0.line("\(access)var context: EntityGraph.ManagedObjectContext { \(name).__context }")
      }
    }
    guard declaration.isActor, isGenerated(.unownedExecutor) else { return }
    writer.declaration { writer in
      writer.block(
        "\(access)nonisolated var unownedExecutor: _Concurrency.UnownedSerialExecutor"
      ) { $0.line("unsafe \(name).asUnownedSerialExecutor()") }
    }
  }

  // MARK: Creating

  /// Adds the initialiser, which takes what the author's properties need beside the container.
  private func printInitializer(_ writer: inout CodeWriter) {
    let properties = declaration.uninitialized.filter { $0.name != nil && $0.type != nil }
    writer.declaration { writer in
      writer.list(
        initializerHead(of: properties),
        ["container: EntityGraph.PersistentContainer"] + properties.compactMap(parameter), ") {",
        closesOnOwnLine: true)
      writer.indented { writer in
        for property in properties {
          guard let name = property.name else { continue }
          writer.line("self.\(name) = \(name)")
        }
        writer.line("self.container = container")
      }
      writer.line("}")
    }
  }

  /// Returns the beginning of the initialiser, which is seen no further than what it takes.
  private func initializerHead(of properties: [PropertyDeclaration]) -> String {
    let narrowest = properties.map(\.access).min() ?? .open
    let access = max(min(declaration.header.access, narrowest, .public), .fileprivate)
    let isNarrowed = access == .fileprivate && declaration.header.access > .fileprivate
    return (isNarrowed ? "fileprivate " : access >= .package ? access.rawValue + " " : "") + "init("
  }

  /// Returns the parameter for `property`, like `limit: sending Int`.
  private func parameter(for property: PropertyDeclaration) -> String? {
    guard let name = property.name, let type = property.type else { return nil }
    // What is not Sendable may come into the actor if nobody outside holds it.
    let sending = declaration.isActor ? "sending " : ""
    return "\(name): \(sending)\(type.isFunction ? "@escaping " : "")\(type.spelling)"
  }

  // MARK: Access

  /// Adds how methods find objects by their ids, and how others look into the context.
  private func printAccess(_ writer: inout CodeWriter) {
    if isGenerated(.lookUp) { printLookUp(&writer) }
    if isGenerated(.withContext) { printWithContext(&writer) }
  }

  private func printLookUp(_ writer: inout CodeWriter) {
    writer.declaration { writer in
      writer.list(
        "\(access)subscript<__Object: EntityGraph.ManagedObject>(",
        ["_ id: EntityGraph.ObjectID", "as type: __Object.Type = __Object.self"],
        ") -> __Object? { context.__object(type, with: id) }", closesOnOwnLine: true)
    }
  }

  private func printWithContext(_ writer: inout CodeWriter) {
    let isolation = declaration.isActor ? "@Sendable" : "@MainActor"
    writer.declaration { writer in
      writer.list(
        "\(access)func withContext<__Result>(",
        ["_ body: \(isolation) (EntityGraph.ManagedObjectContext) throws -> sending __Result"],
        ") rethrows -> sending __Result { try body(context) }", closesOnOwnLine: true)
    }
  }
}

extension TypeSyntax {
  /// `true` if the type is that of a function, which an initialiser takes only if it may escape.
  fileprivate var isFunction: Bool { form.isFunction }
}

extension TypeSyntax.Form {
  fileprivate var isFunction: Bool {
    switch self {
    case .function: true
    case .attributed(_, let type): type.form.isFunction
    default: false
    }
  }
}
