package import EntityJSON
package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The properties of a storage, which is stored as its JSON.

extension StoredMember {
  /// Returns the value that the property has where its storage is stored as `column`: what the
  /// property itself answers with.
  package func value(in column: StoredValue) -> StoredValue {
    guard case .text(let text) = column else { return .null }
    return value(in: try? JSON(reading: text))
  }

  /// Returns the value that the property has in `json`; that where there is nothing if it is `nil`.
  package func value(in json: JSON?) -> StoredValue {
    var owner = json
    for (index, step) in steps.enumerated() {
      guard let member = owner?.member(at: step.path) else { return step.fallback }
      if member.isNull { return step.readsNull ? .null : step.fallback }
      if index == steps.count - 1 { return value(of: member) ?? step.fallback }
      guard member.kind == .object else { return step.fallback }
      owner = member
    }
    return .null
  }

  /// Returns the value of the type that `json` is; `nil` for none.
  private func value(of json: JSON) -> StoredValue? {
    switch form {
    case .object: return json.kind == .object ? .text(json.text) : nil
    case .value:
      guard let value = json.memberValue(as: type), cases.isEmpty || cases.contains(value) else {
        return nil
      }
      return value
    }
  }
}

/// The way to a value in JSON: names of members and positions in lists.
package struct JSONMemberPath {
  /// The names and positions; `nil` for what leads nowhere.
  private let steps: [JSON]?

  /// Reads `text`, a list of strings and whole numbers in JSON; what is none leads nowhere.
  package init(_ text: String) {
    steps = (try? JSON(reading: text))?.elements
  }

  /// Returns the value of `type` that `json`, a text, has there; null where there is none. As JSON,
  /// it is the text of whatever is there.
  package func value(in json: StoredValue, as type: StorageType) -> StoredValue {
    guard let steps, case .text(let text) = json, var found = try? JSON(reading: text) else {
      return .null
    }
    for step in steps {
      guard let next = Self.part(step, of: found) else { return .null }
      found = next
    }
    return type == .json ? .text(found.text) : found.memberValue(as: type) ?? .null
  }

  /// Returns `json`, a text, with `value`, JSON as a text, there, or with nothing there if that is
  /// null; what is no JSON as it is.
  ///
  /// Objects on the way that are not there are made, positions that a list does not have are not.
  /// What would be too deep to be read again is data in its place, which no attribute takes.
  package func setting(_ value: StoredValue, in json: StoredValue) -> StoredValue {
    guard let steps, !steps.isEmpty, case .text(let text) = json,
      let whole = try? JSON(reading: text)
    else { return json }
    var made: JSON?
    if case .text(let text) = value {
      guard let read = try? JSON(reading: text) else { return json }
      made = read
    }
    guard let changed = Self.setting(made, at: steps[...], in: whole) else { return json }
    return changed.isTooDeep ? .blob(Data()) : .text(changed.text)
  }

  /// Returns `json` with `value` at the end of `steps`; `nil` where that changes nothing.
  private static func setting(_ value: JSON?, at steps: ArraySlice<JSON>, in json: JSON) -> JSON? {
    guard let step = steps.first else { return nil }
    let (name, rest, old) = (step.string, steps.dropFirst(), part(step, of: json))
    var made = value
    if !rest.isEmpty {
      guard let base = old ?? (name == nil ? nil : .null),
        let inner = setting(value, at: rest, in: base)
      else { return nil }
      made = inner
    }
    if old == nil, made == nil { return nil }
    var json = json
    if let name {
      json[name] = made
    } else {
      guard let position = step.int,
        old != nil || (json.kind == .array && position == json.count)
      else { return nil }
      json[position] = made
    }
    return json
  }

  /// Returns the member or the element of `json` that `step` leads to; `nil` if there is none.
  private static func part(_ step: JSON, of json: JSON) -> JSON? {
    if let name = step.string { json[name] } else { step.int.flatMap { json[$0] } }
  }
}

extension JSON {
  /// Returns the member at `path`, names with dots between them; `nil` if there is none.
  package func member(at path: String) -> JSON? {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return self[path] }
    return path.split(separator: ".", omittingEmptySubsequences: false)
      .reduce(Optional(self)) { $0?[String($1)] }
  }

  /// Returns the value of `type` that a property of a storage reads; `nil` if it is none, which
  /// null never is.
  package func memberValue(as type: StorageType) -> StoredValue? {
    switch type {
    case .double: number?.storedValue
    case .float: exactValue(as: .float) ?? nonFinite.map { Float($0).storedValue }
    case .date:
      (string.flatMap { ISO8601Reader.date($0) }
        ?? number.map { Date(timeIntervalSince1970: $0) })?.storedValue
    case .decimal: exactValue(as: .decimal) ?? (string == "nan" ? Decimal.nan.storedValue : nil)
    case .url: string.flatMap { URL(string: $0) }?.storedValue
    default: exactValue(as: type)
    }
  }

  /// The nearest number, or the one that a text is which JSON has no number for.
  private var number: Double? { double ?? nonFinite }

  private var nonFinite: Double? {
    switch string {
    case "inf": .infinity
    case "-inf": -.infinity
    case "nan": .nan
    default: nil
    }
  }
}

extension StoredValue {
  /// Returns the JSON of the value, which is one of `type`, in the form in which a property of a
  /// storage has it; `nil` where there is no value.
  package func json(as type: StorageType) -> JSON? {
    switch (self, type) {
    case (.null, _): nil
    case (.integer(let number), .boolean): JSON(number != 0)
    case (.integer(let number), _): JSON(number)
    case (.real, .date):
      Date(storedValue: self).map { date in
        ISO8601Text.text(of: date, fractionDigits: nil).flatMap { try? JSON(reading: $0) }
          ?? Self.number(date.timeIntervalSince1970)
      }
    case (.real(let number), .float) where Float(number).isFinite:
      try? JSON(reading: Float(number).jsonDigits)
    case (.real(let number), _): Self.number(number)
    case (.text(let text), .decimal): Decimal(digits: text).flatMap { JSON($0) } ?? JSON("nan")
    case (.text(let text), _): JSON(text)
    case (.blob, .uint64): UInt64(storedValue: self).map { JSON($0) }
    case (.blob, .uuid): UUID(storedValue: self).map { JSON($0.uuidString) }
    case (.blob(let data), _): JSON(data.base64EncodedString())
    }
  }

  /// Returns the JSON of `number`, a text where JSON has no number for it.
  private static func number(_ number: Double) -> JSON {
    JSON(number) ?? JSON(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
  }
}
