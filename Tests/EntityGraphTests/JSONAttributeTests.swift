import EntityGraph
import TestSupport
import Testing

/// An attribute of the type `JSON` is stored as its text.
@Suite struct JSONAttributeTests {
  private let text =
    #"{"z":1.0,"a" : 1e400,"big":123456789012345678901234567890.10, "\u0041":[0.1, -0],"z":2}"#

  private func withContainer(_ body: (PersistentContainer) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let container = try PersistentContainer(
        model: ObjectModel(Receipt.self), at: .file(directory.path("receipts")))
      try body(container)
      container.close()
    }
  }

  /// Returns the receipt with the number in a context of its own.
  private func stored(_ number: Int, _ container: PersistentContainer) throws -> Receipt {
    try #require(
      try container.newContext().fetch(Receipt.where { $0.number == number }).first)
  }

  @Test func `the text is stored with all digits and members in their order`() throws {
    try withContainer { container in
      let json = try JSON(reading: text)
      let context = container.newContext()
      let receipt = Receipt(
        number: 1, payload: json, extra: json, lines: [json, 1], parts: ["b": json], scan: json,
        in: context)
      try context.save()
      let found = try stored(1, container)
      #expect(found.payload.text == text)
      #expect(found.extra?.text == text)
      #expect(found.lines.map(\.text) == [text, "1"])
      #expect(found.parts?["b"]?.text == text)
      #expect(found.limits.text == #"{"low":1,"high":2,"b":[],"a":null}"#)
      #expect(found.scan?.text == text)
      try context.refresh(receipt)
      #expect(receipt.payload.text == text && receipt.scan?.text == text)
    }
  }

  @Test func `a change is stored, and taken back by a rollback`() throws {
    try withContainer { container in
      let context = container.newContext()
      let receipt = Receipt(number: 1, payload: try JSON(reading: text), in: context)
      try context.save()
      let other = #"{"a": 1e400,"z":1.00}"#
      receipt.payload = try JSON(reading: other)
      receipt.extra = receipt.payload
      context.rollback()
      #expect(receipt.payload.text == text && receipt.extra == nil)
      receipt.payload = try JSON(reading: other)
      try context.save()
      #expect(try stored(1, container).payload.text == other)
      // What says the same in another order is another text.
      let turned = #"{"z":1.00,"a": 1e400}"#
      receipt.payload = try JSON(reading: turned)
      try context.save()
      #expect(try stored(1, container).payload.text == turned)
    }
  }

  @Test func `nil is NULL and null is a value`() throws {
    try withContainer { container in
      let context = container.newContext()
      _ = Receipt(number: 1, payload: .null, extra: .null, in: context)
      _ = Receipt(number: 2, payload: 1, in: context)
      try context.save()
      #expect(try stored(1, container).payload == .null)
      #expect(try stored(1, container).extra == .some(.null))
      #expect(try stored(2, container).extra == nil)
      let numbers = { (condition: (Fields<Receipt>) -> Condition<Receipt>) in
        try container.newContext().fetch(Receipt.where(condition)).map(\.number)
      }
      #expect(try numbers { $0.extra == nil } == [2])
      #expect(try numbers { $0.extra != nil } == [1])
    }
  }

  @Test func `a receipt without a payload is refused`() throws {
    try withContainer { container in
      let context = container.newContext()
      let error = #expect(throws: ValidationError.self) {
        try context.insertAll(Receipt.self, from: 1...1) { $0.number = $1 }
      }
      #expect(
        error?.problems.map(\.message) == ["'Receipt.payload' is required and has no value"])
    }
  }

  @Test func `values keep the text, and are inserted with it`() throws {
    try withContainer { container in
      let json = try JSON(reading: text)
      let context = container.newContext()
      let receipt = Receipt(
        number: 1, payload: json, extra: .null, lines: [json], scan: json, in: context)
      try context.save()
      var values = Receipt.Values(receipt)
      #expect(values.payload.text == text && values.scan?.text == text)
      values.number = 2
      try context.insertAll([values])
      let found = try stored(2, container)
      #expect(found.payload.text == text && found.extra == .some(.null))
      #expect(found.lines.map(\.text) == [text] && found.scan?.text == text)
      values.objectID = nil
      values.payload = try JSON(reading: #"{"b":1e400,"a":0.10}"#)
      values.extra = nil
      let copy = try #require(
        try context.fetch(Receipt.where { $0.number == 2 }).first)
      try copy.apply(values)
      try context.save()
      #expect(try stored(2, container).payload.text == #"{"b":1e400,"a":0.10}"#)
      #expect(try stored(2, container).extra == nil)
    }
  }

  @Test func `many rows are given the text at once`() throws {
    try withContainer { container in
      let json = try JSON(reading: text)
      let context = container.newContext()
      try context.insertAll(Receipt.self, from: 1...2) { receipt, number in
        receipt.number = number
        receipt.payload = json
        receipt.extra = .null
        receipt.lines = [json]
        receipt.scan = json
      }
      #expect(try stored(2, container).payload.text == text)
      #expect(try stored(2, container).extra == .some(.null))
      #expect(try stored(2, container).lines.map(\.text) == [text])
      #expect(try stored(2, container).scan?.text == text)
      let live = try #require(try context.fetch(Receipt.where { $0.number == 1 }).first)
      let other = try JSON(reading: #"{"b":1e400,"a":0.10}"#)
      #expect(
        try context.update(Receipt.all) {
          $0.payload = other
          $0.extra = nil
        } == 2)
      #expect(live.payload.text == other.text && live.extra == nil)
      #expect(try stored(2, container).payload.text == other.text)
      #expect(try context.update(Receipt.all) { $0.payload = other } == 0)
      #expect(try context.update(Receipt.all) { $0.extra = ["b": 1, "a": 2] } == 2)
      #expect(live.extra?.text == #"{"b":1,"a":2}"#)
    }
  }

  @Test func `SQL by hand writes any JSON, and nothing else`() throws {
    try withContainer { container in
      let context = container.newContext()
      _ = Receipt(number: 1, payload: 1, in: context)
      try context.save()
      try context.execute("UPDATE \(Receipt.self) SET \(\Receipt.payload) = \(text)")
      #expect(try stored(1, container).payload.text == text)
      #expect(throws: StoreError.self) {
        try context.execute("UPDATE \(Receipt.self) SET \(\Receipt.payload) = \("{a:1}")")
      }
    }
  }

  @Test func `an export has the text, and an import brings it back`() throws {
    try withContainer { container in
      let json = try JSON(reading: text)
      let context = container.newContext()
      _ = Receipt(number: 1, payload: json, extra: .null, parts: ["b": json], in: context)
      _ = Receipt(number: 2, payload: .null, in: context)
      try context.save()
      var bytes: [UInt8] = []
      try container.export { bytes += $0 }
      try withContainer { copy in
        var pieces = [bytes]
        try copy.importObjects { pieces.popLast() }
        let found = try stored(1, copy)
        #expect(found.payload.text == text && found.extra == .some(.null))
        #expect(found.parts?["b"]?.text == text)
        #expect(try stored(2, copy).payload == .null)
        #expect(try stored(2, copy).extra == nil)
      }
    }
  }

  @Test func `a payload is written and read as it is`() throws {
    try withContainer { container in
      let context = container.newContext()
      _ = Receipt(number: 1, payload: try JSON(reading: text), in: context)
      try context.save()
      let written = try context.json(Receipt.all)
      #expect(written[0]?["payload"]?.text == text)
      try withContainer { copy in
        let context = copy.newContext()
        try context.sync(Receipt.self, from: written)
        try context.save()
        #expect(try stored(1, copy).payload.text == text)
        #expect(try stored(1, copy).extra == nil)
      }
    }
  }

  @Test func `the history has the text`() throws {
    try TemporaryDirectory.with { directory in
      let container = try PersistentContainer(
        model: ObjectModel(Receipt.self), at: .file(directory.path("receipts")),
        options: StoreOptions(history: .everything))
      let context = container.newContext()
      let receipt = Receipt(number: 1, payload: try JSON(reading: text), in: context)
      try context.save()
      receipt.payload = 2
      try context.save()
      let change = try #require(try container.history().last?.updated.first)
      #expect(change.old(\Receipt.payload)?.text == text)
      #expect(change.new(\Receipt.payload)?.text == "2")
      container.close()
    }
  }
}
