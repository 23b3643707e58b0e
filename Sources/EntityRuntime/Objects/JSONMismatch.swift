import EntityJSON
import EntityModel
import EntityStore

/// Why JSON is no value of a Codable type, and where inside of it.
struct JSONMismatch {
  /// What there should be.
  enum Wanted {
    /// A value of a type.
    case value(any Any.Type)

    /// A member that is not there.
    case member

    /// Something else than what is there.
    case other
  }

  /// The way to it from the whole.
  let path: JSONPath

  /// The way as it follows the name of the whole in a message, which has no values: names of
  /// dictionaries are asterisks.
  let title: String

  /// What is there; `nil` if nothing is.
  let found: JSON?

  /// What there should be.
  let wanted: Wanted

  /// Takes what is at `path` of `json`, of whose names it is not known whether they are values.
  init(at path: JSONPath, of json: JSON, _ wanted: Wanted) {
    var found: JSON? = json
    var title = ""
    for step in path.steps {
      switch step {
      case .name(let name):
        title += "[*]"
        found = found?[name]
      case .index(let index):
        title += "[\(index)]"
        found = found?[index]
      }
    }
    (self.path, self.title, self.found, self.wanted) = (path, title, found, wanted)
  }

  /// Takes what `error` says of `json`, which has been decoded.
  init(_ error: DecodingError, of json: JSON) {
    let (keys, wanted): ([any CodingKey], Wanted) =
      switch error {
      case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
        (context.codingPath, .value(type))
      case .keyNotFound(let key, let context): (context.codingPath + [key], .member)
      case .dataCorrupted(let context): (context.codingPath, .other)
      @unknown default: ([], .other)
      }
    var (path, title) = (JSONPath(), "")
    var found: JSON? = json
    for key in keys {
      // Names of members may be numbers too.
      if found?.kind == .array, let index = key.intValue {
        path.append(.index(index))
        title += "[\(index)]"
        found = found?[index]
      } else {
        path.append(.name(key.stringValue))
        title += key.isDeclared ? ".\(key.stringValue)" : "[*]"
        found = found?[key.stringValue]
      }
    }
    (self.path, self.title, self.found, self.wanted) = (path, title, found, wanted)
  }

  /// What is wrong, as it follows the name of what the path leads to; `title` is what the whole is.
  func text(_ title: String) -> String {
    switch wanted {
    case .member where found == nil: return "is required and missing"
    case .value(let type):
      if let standard = type as? any Storable.Type,
        standardTypes.contains(ObjectIdentifier(type)), let found
      {
        return "is \(found.refusal(as: standard.storageType))"
      }
      if type is [String: Any].Type { return "is an object and this is \(article)" }
      if type is [Any].Type { return "is a list and this is \(article)" }
    case .member, .other: break
    }
    return "is a part of \(title) and this is \(article) that is none"
  }

  private var article: String { found?.kind.article ?? "nothing" }
}

extension CodingKey {
  /// `true` if the key is of a type of the program's, whose names it has declared.
  fileprivate var isDeclared: Bool {
    let type = String(reflecting: Self.self)
    return !type.hasPrefix("Swift.") && !type.hasPrefix("Foundation")
  }
}
