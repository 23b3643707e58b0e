/// How the name of a property becomes the name of a member of JSON.
public enum JSONKeyStyle: String, Hashable, Sendable, CaseIterable {
  /// As it is in the class.
  case asWritten

  /// In small letters with `_` between words; what is all capitals is one word, with the `s` of a
  /// plural: `projectID` becomes `project_id`, `URLString` `url_string`, `userIDs` `user_ids`. A
  /// single small letter in front of capitals belongs to them: `iOSVersion` becomes `ios_version`.
  case snakeCase

  /// Returns the name of the member that is the property `name`.
  public func key(for name: String) -> String {
    self == .asWritten ? name : Self.snakeCased(name)
  }

  private static func snakeCased(_ name: String) -> String {
    let letters = Array(name)
    let beginsLikeIOS =
      letters.count > 2 && letters[0].isLowercase
      && letters[1...2].allSatisfy { $0.isUppercase }
    var key = ""
    for (index, letter) in letters.enumerated() {
      // The plural of what is all capitals ends with a small letter.
      let isBeforePlural =
        letters.dropFirst(index + 1).first == "s"
        && letters.dropFirst(index + 2).first?.isUppercase != false
      let isStart =
        letter.isUppercase && index > (beginsLikeIOS ? 1 : 0) && letters[index - 1] != "_"
        && (!letters[index - 1].isUppercase
          || index + 1 < letters.count && letters[index + 1].isLowercase && !isBeforePlural)
      if isStart { key += "_" }
      key += letter.lowercased()
    }
    return key
  }
}
