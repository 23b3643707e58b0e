import EntityJSON

/// What the plugin answers to the compiler.
package enum PluginMessage: Equatable, Sendable {
  /// Answers `getCapability`.
  case getCapabilityResult(protocolVersion: Int, features: [String])

  /// Answers everything else.
  case expandMacroResult(ExpansionResult)

  /// The same message as UTF-8 JSON, with its fields in alphabetical order.
  package var json: [UInt8] {
    var json = JSONWriter()
    json.appendObject { json in
      switch self {
      case .getCapabilityResult(let protocolVersion, let features):
        json.member("getCapabilityResult") { json in
          json.appendObject { json in
            json.member("capability") { json in
              json.appendObject { json in
                json.member("features", features) { $0.append($1) }
                json.member("protocolVersion", protocolVersion)
              }
            }
          }
        }
      case .expandMacroResult(let result):
        json.member("expandMacroResult") { result.write(to: &$0) }
      }
    }
    return json.bytes
  }
}

extension ExpansionResult {
  fileprivate func write(to json: inout JSONWriter) {
    json.appendObject { json in
      json.member("diagnostics", diagnostics) { $1.write(to: &$0) }
      if let expandedSource { json.member("expandedSource", expandedSource) }
    }
  }
}

extension PluginDiagnostic {
  fileprivate func write(to json: inout JSONWriter) {
    json.appendObject { json in
      json.member("fixIts", fixIts) { $1.write(to: &$0) }
      json.member("highlights", highlights) { $1.write(to: &$0) }
      json.member("message", message)
      json.member("notes", notes) { json, note in
        json.appendObject { json in
          json.member("message", note.message)
          json.member("position") { note.position.write(to: &$0) }
        }
      }
      json.member("position") { position.write(to: &$0) }
      json.member("severity", severity.rawValue)
    }
  }
}

extension PluginDiagnostic.FixIt {
  fileprivate func write(to json: inout JSONWriter) {
    json.appendObject { json in
      json.member("changes", changes) { json, change in
        json.appendObject { json in
          json.member("newText", change.newText)
          json.member("range") { change.range.write(to: &$0) }
        }
      }
      json.member("message", message)
    }
  }
}

extension PluginDiagnostic.SourceRange {
  fileprivate func write(to json: inout JSONWriter) {
    json.appendObject { json in
      json.member("endOffset", endOffset)
      json.member("fileName", fileName)
      json.member("startOffset", startOffset)
    }
  }
}

extension PluginDiagnostic.Position {
  fileprivate func write(to json: inout JSONWriter) {
    json.appendObject { json in
      json.member("fileName", fileName)
      json.member("offset", offset)
    }
  }
}
