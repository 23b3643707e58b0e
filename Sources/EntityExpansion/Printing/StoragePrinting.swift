import SwiftReader

/// Prints what makes a struct one that is backed by JSON.
///
/// Like:
///
///     var __storage = EntityGraph.__JSONStorage()
///
///     init(json: EntityGraph.JSON) {
///       self.json = json
///     }
///
///     init(theme: String = "light", size: Int? = nil) {
///       self.theme = theme
///       self.size = size
///     }
///
///     nonisolated extension Settings: EntityGraph.DictionaryStorage, Swift.Codable {
///       func __visit(_ members: inout EntityGraph.__StorageMembers) {
///         members.visit("theme", self.theme)
///         members.visit("font.size", self.size)
///       }
///
///       static func __list(in table: inout EntityGraph.__StorageTable) {
///         table.add("theme", "theme", \Self.theme)
///         table.add("size", "font.size", \Self.size)
///       }
///     }
struct StoragePrinting {
  let declaration: StorageDeclaration

  /// `true` if something has been reported, so that the code has only to compile.
  let isRefused: Bool

  /// The members of the type.
  var members: String {
    var writer = CodeWriter()
    writer.line("\(access)var __storage = EntityGraph.__JSONStorage()")
    if !declaration.hasInitializer(labels: ["json"]) {
      writer.declaration { writer in
        writer.block("\(access)init(json: EntityGraph.JSON)") {
          $0.line(isRefused ? "Swift.fatalError()" : "self.json = json")
        }
      }
    }
    let parameters = declaration.members.filter { $0.type != nil && $0.access >= visibility }
    if !declaration.hasInitializer(labels: parameters.map { $0.name.withoutBackticks }) {
      if parameters.contains(where: { $0.initializer.map(isHidden) ?? false }) {
        writer.declaration { writer in
          writer.block("\(access)init(__storage: EntityGraph.__JSONStorage)") {
            $0.line(isRefused ? "Swift.fatalError()" : "self.__storage = __storage")
          }
        }
      }
      writer.declaration { writer in
        writer.list(
          "\(access)init(", parameters.map(parameter), ") {",
          closesOnOwnLine: true)
        writer.indented { writer in
          if isRefused { writer.line("Swift.fatalError()") }
          for member in parameters where !isRefused {
            writer.line("self.\(member.name) = \(member.name)")
          }
        }
        writer.line("}")
      }
    }
    return writer.text
  }

  /// Returns the extension of the type, which is called `type` with those around it.
  func conformance(of type: String, _ coding: CodingConformances) -> String {
    var writer = CodeWriter()
    writer.block(
      "nonisolated extension \(type): EntityGraph.DictionaryStorage\(coding.clause)"
    ) { writer in
      writer.block("\(access)func __visit(_ members: inout EntityGraph.__StorageMembers)") {
        for member in declaration.members {
          $0.line("members.visit(\(quoted(member.path)), self.\(member.name))")
        }
      }
      writer.declaration { writer in
        writer.block("\(access)static func __list(in table: inout EntityGraph.__StorageTable)") {
          for member in declaration.members {
            let name = quoted(member.name.withoutBackticks)
            $0.line("table.add(\(name), \(quoted(member.path)), \\Self.\(member.name))")
          }
        }
      }
    }
    return writer.text
  }

  /// How far the generated members can be seen.
  private var visibility: Access {
    let access = min(declaration.header.access, .public)
    return access >= .package ? access : .internal
  }

  /// A modifier and a space, or nothing where the modifier would say what goes without it.
  private var access: String { visibility >= .package ? visibility.rawValue + " " : "" }

  /// Returns a parameter of the initialiser, like `theme: String = "light"`.
  private func parameter(_ member: StorageMember) -> String {
    let head = "\(member.name): \(member.type ?? "_")"
    guard let value = member.initializer else { return member.isOptional ? head + " = nil" : head }
    let blank = "Self(__storage: EntityGraph.__JSONStorage()).\(member.name)"
    return head + " = " + (isHidden(value) ? blank : value.text)
  }

  /// `true` if who can see the initialiser need not see what `value` is made of: then it is that of
  /// a value without members, which is made without an initialiser of the author's.
  private func isHidden(_ value: Expression) -> Bool {
    visibility >= .package && !value.isLiteral
  }
}

extension StorageMember {
  /// The accessors.
  var accessors: String {
    let place = quoted(path)
    var writer = CodeWriter()
    switch (isOptional, initializer) {
    case (false, let value?):
      writer.line("get { __storage.value(\(place), default: \(value.text)) }")
      writer.line("set { __storage.set(\(place), newValue) }")
    case (false, nil):
      writer.line(Self.standIns)
    case (true, nil):
      writer.line("get { __storage.optional(\(place)) }")
      writer.line("set { __storage.setOptional(\(place), newValue) }")
    case (true, let value?):
      writer.line("get { __storage.optional(\(place), default: \(value.text)) }")
      writer.line("set { __storage.setOptional(\(place), newValue, writesNull: true) }")
    }
    return writer.text
  }

  /// Accessors that stand in where an error has been reported.
  static let standIns = "get { Swift.fatalError() }\nset {}"
}

extension String {
  /// The name without backticks around it.
  var withoutBackticks: String { hasPrefix("`") ? String(dropFirst().dropLast()) : self }
}
