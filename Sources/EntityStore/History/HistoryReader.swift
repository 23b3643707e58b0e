import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads what a `HistoryRecorder` has written.
package struct HistoryReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var subjects: [Subject] = []

  private enum Subject {
    case shape(HistoryShape)
    case ends(HistoryEnd, HistoryEnd)
  }

  /// Creates a reader of `bytes`, all parts of an entry.
  ///
  /// - Throws: a `StoreError`: `newerFormat` if a later version of the library has written them.
  package init(_ bytes: [UInt8]) throws(StoreError) {
    self.bytes = bytes
    let format = try byte()
    guard format <= HistoryRecorder.format else {
      throw StoreError(
        .newerFormat,
        "an entry of the history has format \(format), and formats up to "
          + "\(HistoryRecorder.format) are known; use a later version of EntityGraph")
    }
  }

  /// Returns the next change, or `nil` at the end.
  ///
  /// - Throws: a `StoreError` of the code `corrupt`.
  package mutating func next() throws(StoreError) -> HistoryOperation? {
    while offset < bytes.count {
      guard let mark = HistoryMark(rawValue: try byte()) else { throw Self.damage }
      switch mark {
      case .shape: subjects.append(.shape(try shape()))
      case .ends: subjects.append(.ends(try end(), try end()))
      case .insert:
        let shape = try shapeOfChange()
        return .insert(shape, id: try signed(), try values(of: shape))
      case .delete:
        let shape = try shapeOfChange()
        return .delete(shape, id: try signed(), try values(of: shape))
      case .update:
        let shape = try shapeOfChange()
        return .update(
          shape, id: try signed(), old: try values(of: shape), new: try values(of: shape))
      case .link:
        let (own, other) = try endsOfChange()
        return .link(own, id: try signed(), other, other: try signed())
      case .unlink:
        let (own, other) = try endsOfChange()
        return .unlink(own, id: try signed(), other, other: try signed())
      case .unlinkDeleted:
        let (own, other) = try endsOfChange()
        return .unlinkDeleted(own, id: try signed(), other, other: try signed())
      case .reset: return .reset
      case .order:
        let (own, other) = try endsOfChange()
        return .order(own, id: try signed(), other, try placements())
      }
    }
    return nil
  }

  private static var damage: StoreError {
    StoreError(
      .corrupt,
      "an entry of the history is damaged; load what you follow it for from the store, and go on "
        + "from its current token")
  }

  // MARK: Subjects

  private mutating func shape() throws(StoreError) -> HistoryShape {
    let (entity, root) = (try text(), try text())
    var properties: [HistoryShape.Property] = []
    for _ in 0..<(try count()) {
      let name = try text()
      switch HistoryContentMark(rawValue: try byte()) {
      case .values: properties.append(.init(name: name, content: .values))
      case .nothing: properties.append(.init(name: name, content: .nothing))
      case .references:
        properties.append(.init(name: name, content: .references(root: try text())))
      case nil: throw Self.damage
      }
    }
    return HistoryShape(entity: entity, root: root, properties: properties)
  }

  private mutating func end() throws(StoreError) -> HistoryEnd {
    HistoryEnd(entity: try text(), root: try text(), relationship: try text())
  }

  private mutating func subject() throws(StoreError) -> Subject {
    let number = try number()
    guard number < UInt64(subjects.count) else { throw Self.damage }
    return subjects[Int(number)]
  }

  private mutating func shapeOfChange() throws(StoreError) -> HistoryShape {
    guard case .shape(let shape) = try subject() else { throw Self.damage }
    return shape
  }

  private mutating func endsOfChange() throws(StoreError) -> (HistoryEnd, HistoryEnd) {
    guard case .ends(let own, let other) = try subject() else { throw Self.damage }
    return (own, other)
  }

  private mutating func placements() throws(StoreError) -> [ChangeSet.Placement] {
    var placements: [ChangeSet.Placement] = []
    for _ in 0..<(try count()) {
      let member = try signed()
      switch HistoryPlaceMark(rawValue: try byte()) {
      case .start: placements.append(.init(member, .start))
      case .end: placements.append(.init(member, .end))
      case .near:
        placements.append(.init(member, .near(after: try signed(), before: try signed())))
      case nil: throw Self.damage
      }
    }
    return placements
  }

  // MARK: Values

  private mutating func values(of shape: HistoryShape) throws(StoreError) -> [StoredValue?] {
    var values: [StoredValue?] = []
    values.reserveCapacity(shape.properties.count)
    for property in shape.properties {
      values.append(property.content == .nothing ? nil : try value())
    }
    return values
  }

  private mutating func value() throws(StoreError) -> StoredValue {
    switch __Cell.Kind(rawValue: try byte()) {
    case .null: return .null
    case .integer: return .integer(try signed())
    case .real:
      var bits: UInt64 = 0
      for (index, byte) in try take(8).enumerated() { bits |= UInt64(byte) << (8 * UInt64(index)) }
      return .real(Double(bitPattern: bits))
    case .text:
      let bytes = try take(try count())
      let isValid = bytes.withUnsafeBytes { bytes in
        __Cell(isText: true, address: bytes.baseAddress, count: bytes.count).text != nil
      }
      return isValid ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(Data(bytes))
    case .blob: return .blob(Data(try take(try count())))
    case nil: throw Self.damage
    }
  }

  // MARK: Bytes

  private mutating func byte() throws(StoreError) -> UInt8 {
    guard offset < bytes.count else { throw Self.damage }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func take(_ count: Int) throws(StoreError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - offset else { throw Self.damage }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  private mutating func number() throws(StoreError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    throw Self.damage
  }

  private mutating func signed() throws(StoreError) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// Returns how many bytes or properties follow.
  private mutating func count() throws(StoreError) -> Int {
    let number = try number()
    guard number <= UInt64(bytes.count - offset) else { throw Self.damage }
    return Int(number)
  }

  private mutating func text() throws(StoreError) -> String {
    String(decoding: try take(try count()), as: UTF8.self)
  }
}
