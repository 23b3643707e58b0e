import EntityJSON

extension JSON {
  /// The value with a line for each member and element, except for short lists of what is neither
  /// object nor list.
  var indentedText: String {
    var text = ""
    write(to: &text, indentation: "")
    return text
  }

  private func write(to text: inout String, indentation: String) {
    let inner = indentation + "  "
    if let members, !members.isEmpty {
      text += "{"
      for (offset, member) in members.enumerated() {
        text += (offset == 0 ? "\n" : ",\n") + inner + JSON(member.name).text + ": "
        member.value.write(to: &text, indentation: inner)
      }
      text += "\n" + indentation + "}"
    } else if let elements, !elements.isEmpty {
      let line = "[" + elements.map(\.text).joined(separator: ", ") + "]"
      let isFlat = elements.allSatisfy { $0.members == nil && $0.elements == nil }
      if isFlat, indentation.utf8.count + line.utf8.count <= 90 {
        text += line
        return
      }
      text += "["
      for (offset, element) in elements.enumerated() {
        text += (offset == 0 ? "\n" : ",\n") + inner
        element.write(to: &text, indentation: inner)
      }
      text += "\n" + indentation + "]"
    } else {
      text += self.text
    }
  }
}
