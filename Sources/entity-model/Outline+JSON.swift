import SwiftReader

// What is absent is written as null, so that every object has every member.

extension Outline: JSONWritable {
  func write(to json: inout JSONText) {
    json.appendObject {
      $0.member("path", path)
      $0.member("bytes", bytes)
      $0.member("lines", lines)
      $0.member("types", types)
      $0.member("functionCount", functionCount)
      $0.member("functions", functions)
    }
  }
}

extension Outline.FunctionEntry: JSONWritable {
  func write(to json: inout JSONText) {
    json.appendObject {
      $0.member("name", name)
      $0.member("line", line)
      $0.member("nameLine", nameLine)
    }
  }
}

extension Outline.TypeEntry: JSONWritable {
  func write(to json: inout JSONText) {
    json.appendObject {
      $0.member("kind", kind.rawValue)
      $0.member("name", name)
      $0.member("path", path)
      $0.member("parent", parent)
      $0.member("local", local)
      $0.member("inIfConfig", inIfConfig)
      $0.member("attributes", attributes)
      $0.member("modifiers", modifiers)
      $0.member("inherits", inherits)
      $0.member("generics", generics)
      $0.member("where", self.where)
      $0.member("line", line)
      $0.member("nameLine", nameLine)
      $0.member("offset", offset)
      $0.member("endOffset", endOffset)
      $0.member("members", members)
    }
  }
}

extension Outline.Member: JSONWritable {
  func write(to json: inout JSONText) {
    json.appendObject {
      $0.member("names", names)
      $0.member("pattern", pattern)
      $0.member("keyword", keyword)
      $0.member("attributes", attributes)
      $0.member("modifiers", modifiers)
      $0.member("type", type)
      $0.member("initializer", initializer)
      $0.member("accessors", accessors)
      if let accessorEffects { $0.member("accessorEffects", accessorEffects) }
      if let accessorModifiers { $0.member("accessorModifiers", accessorModifiers) }
      $0.member("line", line)
      $0.member("nameLine", nameLine)
      $0.member("declIndex", declIndex)
      $0.member("inIfConfig", inIfConfig)
    }
  }
}

extension Outline.Accessors: JSONWritable {
  func write(to json: inout JSONText) {
    switch self {
    case .shorthand: json.append("shorthand")
    case .list(let specifiers): json.append(specifiers)
    }
  }
}
