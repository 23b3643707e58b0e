/// Where a value is inside of JSON: the names and positions that lead to it from the whole.
///
/// It is written as in JavaScript: `rows[2].name`, with names that are no identifiers as
/// `["two words"]`; the whole is `$`.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  /// One step: into an object or into an array.
  public enum Step: Hashable, Sendable {
    /// To the member with the name.
    case name(String)

    /// To the element with the position, from 0.
    case index(Int)
  }

  /// The steps, from the whole to the value.
  public var steps: [Step]

  /// Creates the path of `steps`.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Adds a step.
  public mutating func append(_ step: Step) { steps.append(step) }

  /// Returns the path of the member `name` of the value that this is the path of.
  public func member(_ name: String) -> JSONPath { JSONPath(steps + [.name(name)]) }

  /// Returns the path of the element `index` of the value that this is the path of.
  public func element(_ index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }

  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "\(text.isEmpty ? "$" : "")[\(index)]"
      case .name(let name) where name.isIdentifier: text += (text.isEmpty ? "" : ".") + name
      case .name(let name):
        text += "\(text.isEmpty ? "$" : "")[\(JSONWriter.quoted(name))]"
      }
    }
    return text.isEmpty ? "$" : text
  }
}

extension String {
  /// `true` if the text has letters, digits, `_` and `$` of ASCII alone and starts with no digit.
  fileprivate var isIdentifier: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else {
      return false
    }
    return utf8.allSatisfy { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
  }
}
