import EntityExpansion
import EntityJSON
import EntityModel

/// What values of one type look like in JSON.
struct ValueSchema {
  enum Content: Hashable {
    /// A kind of value, as schemas name it.
    case type(String)

    /// Values of a definition, by the reference to it.
    case reference(String)

    /// Values of any kind.
    case any
  }

  let content: Content

  /// What is said of the values beside their kind, in order.
  private(set) var members: [(name: String, value: JSON)] = []

  /// `true` if null is a value too.
  var isNullable = false

  init(_ content: Content, _ members: KeyValuePairs<String, JSON> = [:]) {
    self.content = content
    self.members = members.map { (name: $0.key, value: $0.value) }
  }

  /// Creates the schema of the whole numbers of `range`.
  private init(_ format: StorageType, _ range: ClosedRange<Int64>?) {
    self.init(.type("integer"), ["format": JSON(format.rawValue)])
    guard let range else { return }
    self["minimum"] = JSON(range.lowerBound)
    // What JSON cannot count to everywhere says nothing.
    if range.upperBound < Int64.max { self["maximum"] = JSON(range.upperBound) }
  }

  /// Creates the schema of what an attribute of `type` is written as.
  init(_ type: StorageType, datesAreNumbers: Bool) {
    switch type {
    case .boolean: self.init(.type("boolean"))
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64:
      self.init(type, type.integerRange)
    case .float, .double, .decimal:
      self.init(.type("number"), ["format": JSON(type.rawValue)])
    case .string: self.init(.type("string"))
    case .date:
      if datesAreNumbers {
        self.init(.type("number"))
      } else {
        self.init(.type("string"), ["format": "date-time"])
      }
    case .data: self.init(.type("string"), ["contentEncoding": "base64"])
    case .uuid: self.init(.type("string"), ["format": "uuid"])
    case .url: self.init(.type("string"), ["format": "uri"])
    case .json: self.init(.any)
    @unknown default: self.init(.any)
    }
  }

  /// What is said under `name`.
  subscript(name: String) -> JSON? {
    get { members.first { $0.name == name }?.value }
    set {
      let position = members.firstIndex { $0.name == name }
      switch (position, newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): members.remove(at: position)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// The schema as JSON.
  var json: JSON { JSON(members: allMembers.map { ($0.name, $0.value) }) }

  /// The members of the schema as JSON.
  var allMembers: [(name: String, value: JSON)] {
    switch content {
    case .any: return members
    case .type(let name):
      return [("type", isNullable ? [JSON(name), "null"] : JSON(name))] + members
    case .reference(let reference):
      guard isNullable else { return [("$ref", JSON(reference))] + members }
      return [("anyOf", [["$ref": JSON(reference)], ["type": "null"]])] + members
    }
  }
}

// MARK: - Rules

extension ValueSchema {
  /// Adds what `rules` say that a schema can say too; the values are of `type`.
  mutating func add(_ rules: [AttributeRule], of type: StorageType) {
    guard case .type = content else { return }
    var patterns: [String] = []
    for case .value(let rule) in rules {
      switch rule {
      case .range(let from, let through, let below):
        bound("minimum", by: from, >)
        bound("maximum", by: through, <)
        bound("exclusiveMaximum", by: below, <)
      case .length(let from, let through):
        // The length of Base64 of so many bytes; four characters are three of them.
        let units = { (count: Int) in type == .data ? (count + 2) / 3 * 4 : count }
        if from > 0 { bound("minLength", by: .integer(Int64(units(from))), >) }
        bound("maxLength", by: through.map { .integer(Int64(units($0))) }, <)
      case .pattern(let pattern):
        // What begins like this has no counterpart in the expressions of schemas.
        if !pattern.hasPrefix("(?i)") { patterns.append(pattern) }
      case .custom: break
      @unknown default: break
      }
    }
    if patterns.count == 1 {
      self["pattern"] = JSON(patterns[0])
    } else if !patterns.isEmpty {
      self["allOf"] = JSON(patterns.map { ["pattern": JSON($0)] })
    }
  }

  /// Says `name` with `value`, unless what is said already is narrower.
  private mutating func bound(
    _ name: String, by value: StoredValue?, _ isNarrower: (Double, Double) -> Bool
  ) {
    guard let value, let number = JSON(number: value), let new = number.double else { return }
    if let old = self[name]?.double, !isNarrower(new, old) { return }
    self[name] = number
  }
}

extension JSON {
  /// Creates the number `value`; nil if it is none.
  fileprivate init?(number value: StoredValue) {
    switch value {
    case .integer(let number): self.init(number)
    case .real(let number): self.init(number)
    case .text(let digits):
      guard let json = try? JSON(reading: digits), json.kind == .number else { return nil }
      self = json
    case .null, .blob: return nil
    }
  }

  /// Creates what a constant attribute of `type` is written as; nil for what is no constant.
  init?(_ value: StoredValue, as type: StorageType) {
    switch (value, type) {
    case (.integer(let number), .boolean): self.init(number != 0)
    case (.text(let text), .string): self.init(text)
    case (.integer, _), (.real, _): self.init(number: value)
    default: return nil
    }
  }
}
