import EntityExpansion
package import SwiftReader

/// The types that some modules declare, found by the names that sources call them.
package struct TypeTable: Sendable {
  /// All declarations of the modules, in the order of modules, files and lines.
  let declarations: [DeclaredType]

  package let moduleNames: [String]
  private var placesByPath: [String: [Int]] = [:]
  private var extensionsByPath: [String: [Int]] = [:]

  /// Collects what `modules` declare in a build under `conditions`, or in all builds together.
  init(_ modules: [SourceModule], conditions: BuildConditions?) {
    var declarations: [DeclaredType] = []
    for (module, source) in modules.enumerated() {
      for (file, read) in source.files.enumerated() {
        var collector = DeclaredTypeCollector(module: module, file: file, conditions: conditions)
        collector.collect(read.tree)
        declarations += collector.found
      }
    }
    moduleNames = modules.map(\.name)
    self.declarations = declarations
    for (place, declaration) in declarations.enumerated() {
      let path = declaration.path.joined(separator: ".")
      if declaration.isExtension {
        extensionsByPath[path, default: []].append(place)
      } else {
        placesByPath[path, default: []].append(place)
      }
    }
  }

  /// Returns the type that `name` means where `user` stands, or nil when none of the modules
  /// declares it.
  ///
  /// The names around `user` are tried from the inside out, then the modules in their order.
  package func type(named name: String, for user: DeclaredType) -> DeclaredType? {
    let name = name.withoutBackticks
    var scope = user.path[...]
    while true {
      let path = (scope + [name]).joined(separator: ".")
      if let found = declaration(at: path, in: user.module, for: user) { return found }
      if scope.popLast() == nil { break }
    }
    for module in moduleNames.indices {
      if module != user.module, let found = declaration(at: name, in: module, for: user) {
        return found
      }
      let prefix = moduleNames[module] + "."
      if name.hasPrefix(prefix),
        let found = declaration(at: String(name.dropFirst(prefix.count)), in: module, for: user)
      {
        return found
      }
    }
    return nil
  }

  /// Returns the type at the end of the aliases that begin with `name`.
  func resolvedType(named name: String, for user: DeclaredType) -> DeclaredType? {
    var name = name
    var user = user
    // Aliases that lead back to themselves are the compiler's matter.
    for _ in 0..<32 {
      guard let found = type(named: name, for: user) else { return nil }
      guard case .alias(let alias) = found.syntax else { return found }
      guard let type = alias.type else { return nil }
      name = type.spelling
      user = found
    }
    return nil
  }

  /// Returns how far `declared` can be seen, what an extension around it extends included.
  func access(of declared: DeclaredType) -> Access {
    (1..<max(1, declared.path.count)).reduce(declared.access) { access, count in
      let path = declared.path.prefix(count).joined(separator: ".")
      let outer = declaration(at: path, in: declared.module, for: declared)
      return min(access, outer?.access ?? .open)
    }
  }

  /// Returns the type called `name` that `type` declares, in its own module, as code sees it that
  /// stands where `user` does; nil if there is none.
  func member(_ name: String, of type: DeclaredType, for user: DeclaredType) -> DeclaredType? {
    let path = (type.path + [name]).joined(separator: ".")
    return declaration(at: path, in: type.module, for: user)
  }

  /// `true` if one of the modules declares a type called `name` that stands in no other one.
  func declares(_ name: String) -> Bool { placesByPath[name] != nil }

  /// The extensions of `type` in its own module.
  package func extensions(of type: DeclaredType) -> [TypeDeclaration] {
    (extensionsByPath[type.path.joined(separator: ".")] ?? [])
      .map { declarations[$0] }.filter { $0.module == type.module }.compactMap(\.type)
  }

  private func declaration(
    at path: String, in module: Int, for user: DeclaredType
  ) -> DeclaredType? {
    let visible = (placesByPath[path] ?? []).map { declarations[$0] }.filter {
      $0.module == module
        && (!$0.isPrivate || ($0.module == user.module && $0.file == user.file))
    }
    // A private type hides one of the same name that another file declares.
    return visible.first(where: \.isPrivate) ?? visible.first
  }
}
