import EntityJSON
package import EntityModel
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What becomes of the JSON of a composition whose leaves have changed.
///
/// Members that neither the older nor the newer leaves name stay as they are.
package struct LeafConversion: Codable, Hashable, Sendable {
  /// What becomes of one leaf.
  struct Step: Codable, Hashable, Sendable {
    /// The name now.
    var name: String

    /// The name before; `nil` for a leaf that is new.
    var oldName: String?

    /// The JSON of the value where there is none; `nil` where that stays so.
    var fallback: String?

    /// What becomes of the composition that the leaf is.
    var inner: LeafConversion?
  }

  /// What becomes of the leaves for which something has to be done.
  private var steps: [Step] = []

  /// The names of the leaves that are gone.
  private var removed: [String] = []

  /// Compares `old` with `new`; `nil` where JSON stays as it is.
  package init?(from old: [Leaf], to new: [Leaf]) {
    if old.isEmpty || new.isEmpty { return nil }
    let pairing = NamePairing(leaves: old, new)
    removed = pairing.removed
    for leaf in new {
      let before = pairing.oldNames[leaf.name].flatMap { name in old.first { $0.name == name } }
      let isRequiredNow = !leaf.isOptional && before?.isOptional != false
      let step = Step(
        name: leaf.name, oldName: before?.name,
        fallback: isRequiredNow ? leaf.defaultValue?.jsonText(as: leaf.type) : nil,
        inner: before.flatMap { LeafConversion(from: $0.leaves, to: leaf.leaves) })
      if step.oldName != step.name || step.fallback != nil || step.inner != nil {
        steps.append(step)
      }
    }
    // A leaf that is new and has no value is absent from older JSON already.
    steps.removeAll { $0.oldName == nil && $0.fallback == nil && $0.inner == nil }
    if steps.isEmpty, removed.isEmpty { return nil }
  }

  // MARK: As a text

  /// The conversion as a text.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The conversion that was read last: one statement asks for the same one for each row.
  private static let last = Mutex<(text: String, conversion: LeafConversion)?>(nil)

  /// Creates the conversion that `text` is; `nil` if it is none.
  package init?(text: String) {
    if let last = Self.last.withLock({ $0 }), last.text == text {
      self = last.conversion
      return
    }
    guard let read = try? JSONDecoder().decode(LeafConversion.self, from: Data(text.utf8)) else {
      return nil
    }
    Self.last.withLock { $0 = (text, read) }
    self = read
  }

  // MARK: Converting

  /// Returns `json` with leaves as they are now; what is no object as it is.
  package func converted(_ json: [UInt8]) -> [UInt8] {
    var members: [(name: String, source: ArraySlice<UInt8>)] = []
    var scanner = JSONScanner(json)
    let isObject = try? scanner.readObject { (name, scanner) throws(JSONError) in
      members.append((name, try scanner.readSource()))
    }
    guard isObject == true, (try? scanner.finish()) != nil else { return json }
    // A name that is taken over by another leaf is not that of the older one any more.
    let taken = Set(steps.compactMap(\.oldName))
    members.removeAll { member in
      removed.contains(member.name)
        || !taken.contains(member.name) && steps.contains { $0.name == member.name }
    }
    for index in members.indices {
      guard let step = steps.first(where: { $0.oldName == members[index].name }) else { continue }
      members[index].name = step.name
      if let fallback = step.fallback, members[index].source.elementsEqual("null".utf8) {
        members[index].source = Array(fallback.utf8)[...]
      } else if let inner = step.inner {
        members[index].source = inner.converted(Array(members[index].source))[...]
      }
    }
    for step in steps where !members.contains(where: { $0.name == step.name }) {
      if let fallback = step.fallback { members.append((step.name, Array(fallback.utf8)[...])) }
    }
    var text: [UInt8] = [UInt8(ascii: "{")]
    for (index, member) in members.sorted(by: { $0.name < $1.name }).enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += JSONWriter.quoted(member.name).utf8
      text.append(UInt8(ascii: ":"))
      text += member.source
    }
    text.append(UInt8(ascii: "}"))
    return text
  }
}
