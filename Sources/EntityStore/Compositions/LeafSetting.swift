import EntityJSON

extension [UInt8] {
  /// Returns the JSON of a composition with `value`, in JSON, as the leaf at `path`, names with
  /// dots between them; `nil` where a composition on the way is absent, and for what is no object.
  package func settingLeaf(_ path: String, to value: String) -> [UInt8]? {
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    return setting(names[...], to: value)
  }

  private func setting(_ names: ArraySlice<Substring>, to value: String) -> [UInt8]? {
    guard let first = names.first else { return nil }
    var members: [(name: String, source: ArraySlice<UInt8>)] = []
    var scanner = JSONScanner(self)
    let isObject = try? scanner.readObject { (name, scanner) throws(JSONError) in
      members.append((name, try scanner.readSource()))
    }
    guard isObject == true, (try? scanner.finish()) != nil else { return nil }
    let index = members.firstIndex { $0.name == first }
    if names.count == 1 {
      let source = Array(value.utf8)[...]
      if let index {
        members[index].source = source
      } else {
        members.append((String(first), source))
      }
    } else {
      guard let index,
        let inner = [UInt8](members[index].source).setting(names.dropFirst(), to: value)
      else { return nil }
      members[index].source = inner[...]
    }
    var text: [UInt8] = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += JSONWriter.quoted(member.name).utf8
      text.append(UInt8(ascii: ":"))
      text += member.source
    }
    text.append(UInt8(ascii: "}"))
    return text
  }
}
