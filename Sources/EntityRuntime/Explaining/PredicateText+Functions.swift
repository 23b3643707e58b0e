import EntityJSON
import EntityModel
import EntityStore

// What functions are written as.

extension PredicateText {
  /// Returns what `function` makes of the arguments of `part`.
  func computed(
    _ function: PredicateFunction, _ part: PredicatePart,
    _ inner: (PredicatePart, Tightness) -> Step
  ) -> (Tightness, [Step]) {
    func infix(_ symbol: String, _ tightness: Tightness) -> (Tightness, [Step]) {
      var steps: [Step] = []
      for (index, argument) in part.parts.enumerated() {
        if index > 0 { steps.append(.text(" \(symbol) ")) }
        let right = Tightness(rawValue: tightness.rawValue + 1) ?? tightness
        steps.append(inner(argument, index == 0 ? tightness : right))
      }
      return (tightness, steps)
    }
    func call(_ name: String) -> (Tightness, [Step]) {
      var steps: [Step] = [.text("\(name)(")]
      for (index, argument) in part.parts.enumerated() {
        if index > 0 { steps.append(.text(", ")) }
        steps.append(inner(argument, .any))
      }
      return (.postfix, steps + [.text(")")])
    }
    func postfix(_ suffix: String) -> (Tightness, [Step]) {
      (.postfix, [inner(part.first, .postfix), .text(suffix)])
    }
    func method(_ name: String) -> (Tightness, [Step]) {
      (
        .postfix,
        [
          inner(part.first, .postfix), .text(".\(name)("), inner(part.second, .any), .text(")"),
        ]
      )
    }
    switch function {
    case .add where part.isOfDates: return method("addingTimeInterval")
    case .subtract where part.isOfDates: return method("timeIntervalSince")
    case .add, .concatenate: return infix("+", .sum)
    case .subtract: return infix("-", .sum)
    case .multiply: return infix("*", .product)
    case .divide: return infix("/", .product)
    case .remainder: return infix("%", .product)
    case .negate where part.first.kind == .rank: return (.postfix, [.text("$0.relevance")])
    case .negate: return (.prefix, [.text("-"), inner(part.first, .postfix)])
    case .absolute: return postfix(".magnitude")
    case .rounded: return postfix(".rounded()")
    case .roundedDown: return postfix(".rounded(.down)")
    case .roundedUp: return postfix(".rounded(.up)")
    case .real: return postfix(".double")
    case .whole: return postfix(".int")
    case .decimal: return postfix(".decimal")
    case .length: return postfix(".count")
    case .lowercased: return postfix(".lowercased()")
    case .uppercased: return postfix(".uppercased()")
    case .trimmed: return postfix(".trimmed()")
    case .folded(let folding): return postfix(".folded(\(folding.text))")
    case .languageOrder: return call("order")
    case .datePart(let part, let zone): return postfix(".part(.\(part)\(self.zone(zone)))")
    case .dateStart(let part, let zone):
      return postfix(".start(of: .\(part)\(self.zone(zone)))")
    case .coalesce: return infix("??", .coalescing)
    case .least: return call("min")
    case .greatest: return call("max")
    case .shuffled: return call("shuffled")
    case .member(let path): return postfix(member(path, part))
    case .written: return postfix(".json")
    case .settingMember(let path):
      return (
        .postfix,
        [
          inner(part.first, .postfix), .text(".setting(\(steps(path)): "), inner(part.second, .any),
          .text(")"),
        ]
      )
    case .textMatch(let match): return method(match.functionName)
    }
  }

  /// Returns what follows JSON that is asked for a value at `path`.
  private func member(_ path: String, _ part: PredicatePart) -> String {
    guard case .function(_, let type, _) = part.kind else { return steps(path) }
    return steps(path) + type.accessOfJSON
  }

  /// Returns the names and positions of `path` as they are written behind JSON.
  private func steps(_ path: String) -> String {
    let steps = (try? JSON(reading: path))?.elements ?? []
    return steps.map { "[\($0.string?.debugDescription ?? $0.text)]" }.joined()
  }

  /// Returns the argument for a time zone; none for the usual one.
  private func zone(_ identifier: String) -> String {
    identifier == "GMT" ? "" : ", in: TimeZone(identifier: \(identifier.debugDescription))!"
  }
}

extension PredicatePart {
  /// `true` of a function that computes with dates.
  fileprivate var isOfDates: Bool {
    if case .function(_, .date, _) = kind { true } else { false }
  }
}

extension StorageType {
  /// What follows a value in JSON that is asked for as one of the type.
  fileprivate var accessOfJSON: String {
    switch self {
    case .boolean: ".bool"
    case .string: ".string"
    case .int64: ".int"
    case .double: ".double"
    case .decimal: ".decimal"
    case .json: ""
    case .int8: ".as(Int8.self)"
    case .int16: ".as(Int16.self)"
    case .int32: ".as(Int32.self)"
    case .uint8: ".as(UInt8.self)"
    case .uint16: ".as(UInt16.self)"
    case .uint32: ".as(UInt32.self)"
    case .uint64: ".as(UInt64.self)"
    case .float: ".as(Float.self)"
    case .date: ".as(Date.self)"
    case .data: ".as(Data.self)"
    case .uuid: ".as(UUID.self)"
    case .url: ".as(URL.self)"
    @unknown default: ".as(\(rawValue))"
    }
  }
}

extension PredicatePart {
  /// `true` if the condition is the one that every object satisfies.
  var isAlwaysTrue: Bool { kind == .constant(true) }

  /// `true` if anything of the part asks something of the object that it is about.
  var isAboutItsObject: Bool {
    var asks = false
    visit(from: 0) { kind, level in
      if level == 0, kind.asksItsObject { asks = true }
      return level + 1
    }
    return asks
  }

  /// The object that satisfies the condition alone, if it names it.
  var wantedObject: ObjectID? {
    guard kind == .comparison(.equal), first.kind == .object(PropertyPath()),
      case .identifier(let id?) = second.kind
    else { return nil }
    return id
  }
}

extension PredicateNode.Kind {
  /// `true` if the node asks something of the object that a condition is about.
  fileprivate var asksItsObject: Bool {
    switch self {
    case .attribute, .object, .objects, .rowNumber, .quantified, .count, .aggregate, .search, .rank,
      .excerpt:
      true
    default: false
    }
  }
}

extension TextExcerpt {
  /// The call of a column, with the arguments that are not the usual ones.
  var call: String {
    var arguments: [String] = []
    if let words, words != 16 { arguments.append("words: \(words)") }
    if start != "[" || end != "]" {
      arguments += [start.debugDescription, end.debugDescription]
    }
    if words != nil, ellipsis != "…" {
      arguments.append("ellipsis: \(ellipsis.debugDescription)")
    }
    let name = words == nil ? "highlighted" : "snippet"
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }
}

extension PredicateTree.Comparison {
  /// The comparison that holds where this one does not, if there is one for all values.
  var opposite: Self? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less, .lessOrEqual, .greater, .greaterOrEqual: nil
    }
  }

  /// The operator.
  var symbol: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}

extension PredicateTree.TextMatch {
  /// The function of a field.
  var functionName: String {
    switch self {
    case .prefix: "hasPrefix"
    case .suffix: "hasSuffix"
    case .contains: "contains"
    case .equal: "equals"
    case .like: "like"
    case .pattern: "matches"
    }
  }
}

extension AggregateFunction {
  /// The function of the members of a to-many.
  var membersName: String {
    switch self {
    case .count: "count"
    case .distinctCount: "distinctCount"
    case .any: "any"
    case .all: "all"
    case .sum: "sum"
    case .average: "average"
    case .minimum: "min"
    case .maximum: "max"
    }
  }
}

extension TextFolding {
  /// The options as they are written.
  var text: String {
    switch self {
    case .ignoringCase: ".ignoringCase"
    case .ignoringDiacritics: ".ignoringDiacritics"
    case []: "[]"
    default: "[.ignoringCase, .ignoringDiacritics]"
    }
  }
}
