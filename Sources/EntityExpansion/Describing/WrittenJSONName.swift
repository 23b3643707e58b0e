import SwiftReader

extension PropertyAnnotation {
  /// Which member of JSON the property is, as Swift has it: `"a.b"` or `.notExported`; nil where
  /// nothing is said, or nothing that can be read.
  var jsonName: String? {
    guard let value = argument(labelled: "json")?.value, value.isJSONName else { return nil }
    return value.memberName(of: "JSONName") == nil ? value.spelling : ".notExported"
  }
}

extension PropertyDescription {
  /// The names that lead to the member of JSON that the property is, none where it is no member;
  /// nil where nothing is said.
  package var jsonPath: [String]? {
    guard let value = declaration.annotations.first?.argument(labelled: "json")?.value,
      value.isJSONName
    else { return nil }
    return value.stringValue?.split(separator: ".").map { String($0) } ?? []
  }
}

extension Expression {
  /// `true` for the literal of a name of a member of JSON, and for `.notExported`.
  var isJSONName: Bool {
    memberName(of: "JSONName") == "notExported" || isMemberPath
  }
}

extension Expression {
  /// `true` for the literal of names of members of JSON, with dots between them.
  var isMemberPath: Bool {
    guard let path = stringValue else { return false }
    return path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }
}
