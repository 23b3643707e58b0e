import SwiftReader

/// Prints what makes an enum an open enumeration.
///
/// Like:
///
///     nonisolated extension Kind: EntityGraph.OpenEnumeration {
///       var rawValue: String {
///         switch self {
///         case .book: "book"
///         case .custom(let text): "x-" + text
///         case .unknown(let text): text
///         }
///       }
///
///       init(rawValue: String) {
///         switch rawValue {
///         case "book": self = .book
///         default:
///           if let text = Self.__rest(of: rawValue, behind: "x-") {
///             self = .custom(text)
///           } else {
///             self = .unknown(rawValue)
///           }
///         }
///       }
///     }
struct EnumerationPrinting {
  let declaration: EnumerationDeclaration

  /// The type to extend, with those around it.
  let type: String

  /// `true` if something has been reported, so that the code has only to compile.
  let isRefused: Bool

  /// The extension.
  var text: String {
    var writer = CodeWriter()
    writer.block("nonisolated extension \(type): EntityGraph.OpenEnumeration") { writer in
      writer.block("\(access)var rawValue: String") { writer in
        if isRefused { writer.line("Swift.fatalError()") } else { printRawValue(&writer) }
      }
      writer.line()
      writer.block("\(access)init(rawValue: String)") { writer in
        if isRefused { writer.line("Swift.fatalError()") } else { printInitializer(&writer) }
      }
      let unknown = declaration.cases.first { $0.identifier == "unknown" && $0.hasText }
      if unknown?.label.isEmpty != true {
        // A case with a label is not what the protocol asks for; that none is there has been
        // reported.
        writer.line()
        writer.block("\(access)static func unknown(_ rawValue: String) -> Self") { writer in
          if let unknown, !isRefused {
            writer.line("Self.unknown(\(unknown.label)rawValue)")
          } else {
            writer.line("Swift.fatalError()")
          }
        }
      }
    }
    return writer.text
  }

  /// A modifier and a space, or nothing where the modifier would say what goes without it.
  private var access: String {
    let access = min(declaration.header.access, .public)
    return access >= .package ? access.rawValue + " " : ""
  }

  private func printRawValue(_ writer: inout CodeWriter) {
    writer.line("switch self {")
    for item in declaration.cases {
      switch item.texts {
      case .exact(let text): writer.line("case .\(item.name): \(quoted(text))")
      case .prefix(let text): writer.line("case .\(item.name)(let text): \(quoted(text)) + text")
      case .unknown: writer.line("case .\(item.name)(\(item.label)let text): text")
      }
    }
    writer.line("}")
  }

  private func printInitializer(_ writer: inout CodeWriter) {
    writer.line("switch rawValue {")
    for item in declaration.cases {
      guard case .exact(let text) = item.texts else { continue }
      writer.line("case \(quoted(text)): self = .\(item.name)")
    }
    writer.line("default:")
    writer.indented { writer in
      var head = ""
      for (item, prefix) in prefixes {
        let condition =
          "if let text = Self.__rest(of: rawValue, behind: \(quoted(prefix))) {"
        writer.line(head + condition)
        writer.indented { $0.line("self = .\(item.name)(\(item.label)text)") }
        head = "} else "
      }
      for item in declaration.cases where item.texts == .unknown {
        let assignment = "self = .\(item.name)(\(item.label)rawValue)"
        if head.isEmpty {
          writer.line(assignment)
        } else {
          writer.line(head + "{")
          writer.indented { $0.line(assignment) }
          writer.line("}")
        }
      }
    }
    writer.line("}")
  }

  /// The cases of prefixes, the longest first, since a shorter one may be the beginning of it.
  private var prefixes: [(EnumerationCase, prefix: String)] {
    declaration.cases.compactMap { item -> (EnumerationCase, prefix: String)? in
      guard case .prefix(let text) = item.texts else { return nil }
      return (item, text)
    }.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }
}
