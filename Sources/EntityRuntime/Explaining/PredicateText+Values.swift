import EntityModel
import EntityStore

// What is written of the values that a condition compares.

extension PredicateText {
  /// Returns the texts of `elements` as a list.
  func list<Element>(_ elements: [Element], _ text: (Element) -> String) -> String {
    // A list of thousands says no more for being written out.
    guard elements.count <= 20 else { return "[\(elements.count) values]" }
    return "[\(elements.map(text).joined(separator: ", "))]"
  }

  /// Returns the text of an id.
  func text(of id: ObjectID) -> String {
    switch values {
    case .hidden: "?"
    case .shown: "(try! ObjectID(\(id.text.debugDescription)))"
    }
  }

  /// Returns the text of a value beside one of `type`.
  func text(of value: StoredValue, _ type: ConstantType? = nil) -> String {
    if value.isNull { return "nil" }
    guard case .shown = values else { return "?" }
    if let entity = type?.entity, case .integer(let number) = value {
      return text(of: ObjectID(entityName: entity, rowID: number))
    }
    return type?.swift.flatMap { Self.text(of: value, as: $0) } ?? value.text(as: type?.storage)
  }

  /// Returns the text of a value of `type`, an enumeration or another type with raw values; `nil`
  /// for other types.
  private static func text<Value: Storable>(
    of value: StoredValue, as type: Value.Type
  ) -> String? {
    if let duration = Duration(storedValue: value), type == Duration.self {
      let (seconds, attoseconds) = duration.components
      return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
    }
    guard type is any RawRepresentable.Type, let instance = Value(storedValue: value) else {
      return nil
    }
    let raw = ".init(rawValue: \(value.text(as: Value.storageType)))"
    guard Mirror(reflecting: instance).displayStyle == .enum else { return raw }
    return instance is any CustomStringConvertible ? "\(raw)!" : ".\(instance)"
  }
}

extension ModelClasses {
  /// Returns the type of the attribute `name` of `entity`.
  func valueType(of name: String, in entity: String) -> (any Storable.Type)? {
    self[entity].flatMap { ClassDescription.valueType(of: name, in: $0.type) }
  }
}

extension StoredValue {
  /// The value as one of `type`, in Swift; long data are shown by their length.
  func text(as type: StorageType?) -> String {
    switch (self, type) {
    case (.null, _): return "nil"
    case (.integer(let value), .boolean?): return value == 0 ? "false" : "true"
    case (.integer(let value), .uint64?): return String(UInt64(bitPattern: value))
    case (.integer(let value), _): return String(value)
    case (.real(let value), .date?):
      return "Date(timeIntervalSinceReferenceDate: \(Self.text(of: value)))"
    case (.real(let value), _): return Self.text(of: value)
    case (.text(let text), .decimal?): return "Decimal(string: \(text.debugDescription))!"
    case (.text(let text), .url?): return "URL(string: \(text.debugDescription))!"
    case (.text(let text), _): return text.debugDescription
    case (.blob, .uint64?):
      return UInt64(storedValue: self).map { "\($0)" } ?? "UInt64.max"
    case (.blob(let data), .uuid?) where data.count == 16:
      let text = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      let parts = [text[0..<4], text[4..<6], text[6..<8], text[8..<10], text[10...]]
      return "UUID(uuidString: \"\(parts.map { $0.joined() }.joined(separator: "-"))\")!"
    case (.blob(let data), _) where data.count <= 32:
      return "Data([\(data.map { "\($0)" }.joined(separator: ", "))])"
    case (.blob(let data), _): return "Data(\(data.count) bytes)"
    }
  }

  private static func text(of real: Double) -> String {
    if real.isNaN { return ".nan" }
    return real.isFinite ? "\(real)" : real < 0 ? "-.infinity" : ".infinity"
  }
}
