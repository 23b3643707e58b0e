import ReaderOutline

/// An outline taken apart into single facts, each under the place where it stands.
struct OutlineFacts {
  /// A fact that two outlines tell differently.
  struct Difference: CustomStringConvertible {
    let place: String
    /// What our outline says, nil if it says nothing there.
    let ours: String?
    let reference: String?

    var description: String {
      "\(place): ours \(ours ?? "nothing"), swift-syntax \(reference ?? "nothing")"
    }
  }

  /// The places in the order of the outline.
  private var places: [String] = []
  private var values: [String: String] = [:]

  /// Takes `outline` apart.
  init(_ outline: Outline) { add(outline, at: "") }

  /// Returns what this outline, ours, says otherwise than `reference`.
  func differences(from reference: OutlineFacts) -> [Difference] {
    let others = reference.places.filter { values[$0] == nil }
    return (places + others).compactMap { place in
      let (ours, theirs) = (values[place], reference.values[place])
      return ours == theirs ? nil : Difference(place: place, ours: ours, reference: theirs)
    }
  }

  private mutating func add(_ value: Any, at place: String) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      if let child = mirror.children.first { add(child.value, at: place) }
    case .struct:
      for child in mirror.children {
        add(
          child.value, at: [place, child.label ?? ""].filter { !$0.isEmpty }.joined(separator: "."))
      }
    case .collection:
      for (index, child) in mirror.children.enumerated() {
        add(child.value, at: "\(place)[\(index)]")
      }
    default:
      places.append(place)
      values[place] = value is String ? String(reflecting: value) : "\(value)"
    }
  }
}
