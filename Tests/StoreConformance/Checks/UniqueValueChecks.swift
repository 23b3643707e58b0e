import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoreCheck {
  /// Unique values that rows take from one another.
  static let uniqueValues = [
    StoreCheck("a value that another row has is refused, and the attribute named") { open in
      let store = try open(Library.model)
      let error = try expectError(.uniqueViolation) {
        try store.save { changes, _ in
          try changes.addAuthor(1, "secret@example.org")
          try changes.addAuthor(2, "secret@example.org")
        }
      }
      try expect(error.entity, is: "Author")
      try expect(error.properties, is: ["email"])
      try expect(error.description.contains("secret"), is: false, "errors do not print values")
      try expect(try store.count(EntityQuery(entity: "Author")), is: 0)
    },
    StoreCheck("every value that cannot be stored is reported, with who holds it") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in
        for (id, email) in [(1, "a"), (2, "b"), (3, "c"), (4, "d")] {
          try changes.addAuthor(Int64(id), email)
        }
      }
      let error = try expectError(.uniqueViolation) {
        try store.save { changes, layout in
          try changes.delete("Author", 4, version: store.firstVersion, in: layout)
          try changes.update(
            "Author", 1, version: store.firstVersion, ["email": .text("x")],
            base: ["email": .text("a")], in: layout)
          try changes.update(
            "Author", 2, version: store.firstVersion, ["email": .text("c")],
            base: ["email": .text("b")], in: layout)
          for (id, email) in [(5, "a"), (6, "b"), (7, "x"), (8, "c"), (9, "d"), (10, "d")] {
            try changes.addAuthor(Int64(id), email)
          }
        }
      }
      try expect(
        Set(error.uniqueViolations.map { "\($0.objectID) \($0.property) \($0.holderID)" }),
        is: [
          "Author-2 email Author-3", "Author-7 email Author-1", "Author-8 email Author-3",
          "Author-10 email Author-9",
        ])
      try expect(error.uniqueViolations.count, is: 4)
      try expect(
        try store.rows(EntityQuery(entity: "Author")).map { $0.values["email"] ?? .null },
        is: [.text("a"), .text("b"), .text("c"), .text("d")])
    },
    StoreCheck("rows pass unique values on in chains and circles") { open in
      // Where each row's value goes: two swap, three go round, a chain ends at a free value.
      let moves: [[Int]] = [
        [1, 0, 2, 3], [1, 2, 0, 3], [1, 2, 3, 4], [3, 0, 1, 2], [4, 0, 1, 2],
      ]
      for name in ["integer", "real", "text", "blob", "decimal", "optional"] {
        for hasBase in [true, false] {
          let store = try open(model)
          let values = (0..<5).map { value($0, name) }
          try store.save { changes, layout in
            for index in 0..<4 {
              var row = StoreCheck.values(index)
              row[name] = values[index]
              try changes.insert("Thing", Int64(index + 1), row, in: layout)
            }
          }
          var held = [0, 1, 2, 3]
          for (round, move) in moves.enumerated() {
            let before = held
            held = move
            try store.save { changes, layout in
              for index in 0..<4 {
                try changes.update(
                  "Thing", Int64(index + 1), version: store.firstVersion + Int64(round),
                  [name: values[held[index]], "note": .text("\(round)")],
                  base: hasBase ? [name: values[before[index]], "note": .null] : nil, in: layout)
              }
            }
            try expect(
              try store.rows(EntityQuery(entity: "Thing")).map { $0.values[name] ?? .null },
              is: held.map { values[$0] }, "\(name) \(move)")
          }
        }
      }
    },
    StoreCheck("a row without a value takes the one that another row gives up") { open in
      let store = try open(model)
      try store.save { changes, layout in
        try changes.insert("Thing", 1, values(1), in: layout)
        try changes.insert(
          "Thing", 2, values(2).merging(["optional": .text("a")]) { $1 }, in: layout)
      }
      try store.save { changes, layout in
        try changes.update(
          "Thing", 1, version: store.firstVersion, ["optional": .text("a")],
          base: ["optional": .null], in: layout)
        try changes.update(
          "Thing", 2, version: store.firstVersion, ["optional": .text("b")],
          base: ["optional": .text("a")], in: layout)
      }
      try expect(
        try store.rows(EntityQuery(entity: "Thing")).map { $0.values["optional"] ?? .null },
        is: [.text("a"), .text("b")])
    },
    StoreCheck("a value that a deleted row had is free at once") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in
        try changes.addAuthor(1, "a")
        try changes.addAuthor(2, "b")
      }
      try store.save { changes, layout in
        try changes.delete("Author", 1, version: store.firstVersion, in: layout)
        try changes.update(
          "Author", 2, version: store.firstVersion, ["email": .text("a")],
          base: ["email": .text("b")], in: layout)
        try changes.addAuthor(3, "b")
      }
      try expect(
        try store.rows(EntityQuery(entity: "Author")).map { $0.values["email"] ?? .null },
        is: [.text("a"), .text("b")])
    },
    StoreCheck("rows pass on what is unique together") { open in
      // Where the second part of each row's key goes, beside one that stays or is exchanged.
      let moves: [[Int]] = [
        [1, 0, 2, 3], [1, 2, 0, 3], [1, 2, 3, 4], [3, 0, 1, 2], [4, 0, 1, 2],
      ]
      for changesBoth in [false, true] {
        for hasBase in [true, false] {
          let store = try open(pairs)
          var held = (0..<4).map { (kind: changesBoth ? $0 / 2 : 0, number: $0) }
          try store.save { changes, layout in
            for (index, pair) in held.enumerated() {
              try changes.insert("Pair", Int64(index + 1), row(pair), in: layout)
            }
          }
          for (round, move) in moves.enumerated() {
            let before = held
            held = move.enumerated().map { index, number in
              (changesBoth ? 1 - before[index].kind : 0, number)
            }
            try store.save { changes, layout in
              for index in 0..<4 {
                var (new, base) = (row(held[index]), row(before[index]))
                if !changesBoth { (new["kind"], base["kind"]) = (nil, nil) }
                try changes.update(
                  "Pair", Int64(index + 1), version: store.firstVersion + Int64(round), new,
                  base: hasBase ? base : nil, in: layout)
              }
            }
            try expect(
              try store.rows(EntityQuery(entity: "Pair")).map { $0.values["number"] ?? .null },
              is: held.map { .integer(Int64($0.number)) }, "\(move)")
          }
        }
      }
    },
    StoreCheck("what is unique together is reported with its holder, unless a part is absent") {
      open in
      let store = try open(pairs)
      try store.save { changes, layout in
        try changes.insert("Pair", 1, row((0, 1)), in: layout)
        try changes.insert("Pair", 2, row((0, 2)), in: layout)
        for id in 3...4 { try changes.insert("Pair", Int64(id), row((nil, 1)), in: layout) }
      }
      let error = try expectError(.uniqueViolation) {
        try store.save { changes, layout in
          try changes.update(
            "Pair", 2, version: store.firstVersion, ["number": .integer(1)],
            base: ["number": .integer(2)], in: layout)
          try changes.insert("Pair", 5, row((0, 2)), in: layout)
          try changes.insert("Pair", 6, row((1, 1)), in: layout)
          try changes.insert("Pair", 7, row((1, 1)), in: layout)
          try changes.insert("Pair", 8, row((nil, 1)), in: layout)
        }
      }
      try expect(
        Set(error.uniqueViolations.map { "\($0.objectID) \($0.properties) \($0.holderID)" }),
        is: [
          "Pair-2 [\"kind\", \"number\"] Pair-1", "Pair-7 [\"kind\", \"number\"] Pair-6",
        ])
      try expect(error.uniqueViolations.count, is: 2)
    },
    StoreCheck("rows without a value are not equal") { open in
      let store = try open(model)
      try store.save { changes, layout in
        for index in 0..<3 {
          try changes.insert("Thing", Int64(index + 1), values(index), in: layout)
        }
      }
      try expect(try store.count(EntityQuery(entity: "Thing")), is: 3)
    },
  ]

  /// A table of which two columns are unique together.
  private static let pairs = ObjectModel(entities: [
    Entity(
      "Pair",
      properties: [
        .attribute(Attribute(name: "kind", type: .int64, isOptional: true)),
        .attribute(Attribute(name: "number", type: .int64)),
      ], uniqueKeys: [["kind", "number"]])
  ])

  /// Returns the values of a row of that table.
  private static func row(_ pair: (kind: Int?, number: Int)) -> [String: StoredValue] {
    [
      "kind": pair.kind.map { .integer(Int64($0)) } ?? .null,
      "number": .integer(Int64(pair.number)),
    ]
  }

  /// A table with a unique column of each storage class.
  private static let model = ObjectModel(entities: [
    Entity(
      "Thing",
      properties: [
        .attribute(Attribute(name: "integer", type: .int64, isUnique: true)),
        .attribute(Attribute(name: "real", type: .double, isUnique: true)),
        .attribute(Attribute(name: "text", type: .string, isUnique: true)),
        .attribute(Attribute(name: "blob", type: .data, isUnique: true)),
        .attribute(Attribute(name: "decimal", type: .decimal, isUnique: true)),
        .attribute(Attribute(name: "optional", type: .string, isOptional: true, isUnique: true)),
        .attribute(Attribute(name: "note", type: .string, isOptional: true)),
      ])
  ])

  /// Returns values of the required columns that no other index has.
  private static func values(_ index: Int) -> [String: StoredValue] {
    var values: [String: StoredValue] = [:]
    for name in ["integer", "real", "text", "blob", "decimal"] {
      values[name] = value(index + 100, name)
    }
    return values
  }

  /// Returns the value `index` of the column `name`.
  private static func value(_ index: Int, _ name: String) -> StoredValue {
    switch name {
    case "integer": .integer(Int64(index))
    case "real": .real(Double(index))
    case "blob": .blob(Data([UInt8(index)]))
    default: .text("\(index)")
    }
  }
}
