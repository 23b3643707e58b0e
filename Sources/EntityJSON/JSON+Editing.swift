/// A change of one member of an object, or of an object inside of it.
package struct JSONEdit: Sendable {
  /// The names that lead to the member.
  package var path: [String]

  /// What the member becomes; `nil` takes it away.
  package var value: JSON?

  /// Creates the change that makes the member at `path` what `value` is.
  package init(_ path: [String], _ value: JSON?) {
    self.path = path
    self.value = value
  }
}

extension JSON {
  /// Returns the value with `edits` made.
  ///
  /// What no edit is about stays byte for byte, white space included, and so does the order of the
  /// members; new ones come at the end, in the order of the edits. Objects on the way that are not
  /// there are made, in place of a value of another kind too. Of members of one name that is edited
  /// the first one remains.
  ///
  /// - Complexity: linear in the length of the text and in the number of edits.
  package func edited(by edits: [JSONEdit]) -> JSON {
    guard !edits.isEmpty else { return self }
    var writer = JSONEditor()
    writer.write(self, Edits(edits, depth: 0), depth: 0)
    return JSON(JSONDocument(written: writer.bytes))
  }

  /// Returns the value with what `patch` says, a merge patch of RFC 7396: its members take the
  /// place of those of the same name, objects are merged, and null takes a member away.
  ///
  ///     settings.merging(["theme": "dark", "window": ["width": .null]])
  ///
  /// What the patch does not name stays as it was written; new members come at the end, in the
  /// order of the patch. A patch that is no object is the result, and what is no object becomes one
  /// by a patch that is. Of members of one name in the patch the first counts, and in the value the
  /// first remains.
  ///
  /// - Complexity: linear in the length of both texts, times the depth of the patch.
  public func merging(_ patch: JSON) -> JSON {
    guard let changes = patch.members else { return patch }
    let target: JSON = kind == .object ? self : [:]
    var old: [[UInt8]: JSON] = [:]
    for (name, value) in target.members ?? [] where old[Array(name.utf8)] == nil {
      old[Array(name.utf8)] = value
    }
    var edits: [JSONEdit] = []
    var names: Set<[UInt8]> = []
    for (name, value) in changes where names.insert(Array(name.utf8)).inserted {
      let merged = value.isNull ? nil : (old[Array(name.utf8)] ?? .null).merging(value)
      edits.append(JSONEdit([name], merged))
    }
    return target.edited(by: edits)
  }
}

/// The edits of one object, by the names of its members.
private struct Edits {
  /// What becomes of one member.
  struct Member {
    let name: String

    /// What the member is made; `nil` where only what is inside of it is edited.
    var whole: JSON??

    /// The edits of what is inside of it.
    var inner: [JSONEdit] = []

    /// Returns what stands in place of `old`, before the edits inside: `nil` for nothing.
    func base(_ old: JSON?) -> JSON? { whole ?? old }

    /// Returns `true` if there is no such member after the edits where `old` was before.
    func isRemoved(_ old: JSON?) -> Bool {
      base(old) == nil && inner.allSatisfy { $0.value == nil }
    }
  }

  private(set) var members: [Member] = []

  /// Where the members are, by the bytes of their names.
  private var positions: [[UInt8]: Int] = [:]

  /// Takes those of `edits` whose paths go on behind the first `depth` names.
  init(_ edits: [JSONEdit], depth: Int) {
    for edit in edits where edit.path.count > depth {
      let name = edit.path[depth]
      let index = positions[Array(name.utf8), default: members.count]
      if index == members.count {
        positions[Array(name.utf8)] = index
        members.append(Member(name: name))
      }
      if edit.path.count == depth + 1 {
        members[index].whole = .some(edit.value)
        members[index].inner = []
      } else {
        members[index].inner.append(edit)
      }
    }
  }

  /// Returns the position of the member that has the name that `node` is in `text`; `nil` if there
  /// is none.
  func position(of node: JSONDocument.Node, in text: [UInt8]) -> Int? {
    // Most often one member is edited, of many.
    if members.count == 1, node.kind == .string {
      let name = members[0].name.utf8
      guard name.count == Int(node.end - node.start) else { return nil }
      return text[Int(node.start)..<Int(node.end)].elementsEqual(name) ? 0 : nil
    }
    return positions[JSONDocument.bytes(of: node, in: text)]
  }
}

/// Writes the text of a value with edits made.
private struct JSONEditor {
  private(set) var bytes: [UInt8] = []

  /// Adds `json`, or a new object where it is none, with `edits`, of paths of which `depth` names
  /// have been taken.
  mutating func write(_ json: JSON?, _ edits: Edits, depth: Int) {
    guard let json, json.kind == .object else {
      let added = edits.members.filter { !$0.isRemoved(nil) }
      if added.isEmpty, let json { return bytes += json.source }
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in added.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(member, gap: [UInt8(ascii: ":")], depth)
      }
      bytes.append(UInt8(ascii: "}"))
      return
    }
    writeObject(json, edits, depth: depth)
  }

  private mutating func writeObject(_ json: JSON, _ edits: Edits, depth: Int) {
    let text = json.document.bytes
    var isPending = Array(repeating: true, count: edits.members.count)
    var isFirst = true
    // The text between two members, and between a name and its value, as the author writes it.
    var opening: ArraySlice<UInt8> = []
    var comma: ArraySlice<UInt8>?
    var gap: ArraySlice<UInt8> = [UInt8(ascii: ":")]
    var end = Int(json.node.start) + 1
    var isOpening = true
    bytes.append(UInt8(ascii: "{"))
    json.forEachMember { name, valueIndex in
      let value = JSON(json.document, valueIndex)
      let nameRange = Int(name.start) - 1..<Int(name.end) + 1
      let source = value.source
      let lead = text[end..<nameRange.lowerBound]
      if isOpening { opening = lead } else { comma = lead }
      isOpening = false
      end = source.endIndex
      gap = text[nameRange.upperBound..<source.startIndex]
      let position = edits.position(of: name, in: text)
      let edit = position.map { edits.members[$0] }
      if let position, let edit {
        // Only the first member of a name is edited, and remains.
        if !isPending[position] { return }
        isPending[position] = false
        if edit.isRemoved(value) { return }
      }
      let isAlone = isFirst
      isFirst = false
      guard let edit else {
        if isAlone { bytes += opening }
        bytes += text[(isAlone ? nameRange.lowerBound : lead.startIndex)..<end]
        return
      }
      bytes += isAlone ? opening : lead
      bytes += text[nameRange]
      bytes += gap
      append(edit, in: value, depth)
    }
    for (member, isNew) in zip(edits.members, isPending)
    where isNew && !member.isRemoved(nil) {
      if isFirst {
        bytes += opening
      } else {
        bytes += comma ?? [UInt8(ascii: ",")] + opening
      }
      isFirst = false
      append(member, gap: gap, depth)
    }
    bytes += text[end..<Int(json.node.end)]
  }

  /// Adds a member that was not there.
  private mutating func append(_ member: Edits.Member, gap: ArraySlice<UInt8>, _ depth: Int) {
    bytes += JSONWriter.quoted(member.name).utf8
    bytes += gap
    append(member, in: nil, depth)
  }

  /// Adds the value of a member that was `old`.
  private mutating func append(_ member: Edits.Member, in old: JSON?, _ depth: Int) {
    let base = member.base(old)
    if member.inner.isEmpty, let base {
      bytes += base.source
    } else {
      write(base, Edits(member.inner, depth: depth + 1), depth: depth + 1)
    }
  }
}

extension JSONDocument {
  /// Returns the bytes of the text of the string `node`.
  fileprivate static func bytes(of node: Node, in bytes: [UInt8]) -> [UInt8] {
    guard node.kind == .escapedString else { return Array(bytes[Int(node.start)..<Int(node.end)]) }
    return Array(text(of: node, in: bytes).utf8)
  }
}
