import SwiftReader

extension JSONText {
  /// Adds what a file declares; what is absent is null, so that every object has every member.
  mutating func append(_ outline: Outline) {
    object {
      $0.name("path")
      $0.append(outline.path)
      $0.name("bytes")
      $0.append(outline.bytes)
      $0.name("lines")
      $0.append(outline.lines)
      $0.name("types")
      $0.array(outline.types) { $0.append($1) }
      $0.name("functionCount")
      $0.append(outline.functionCount)
      $0.name("functions")
      $0.array(outline.functions) { $0.append($1) }
    }
  }

  private mutating func append(_ function: Outline.FunctionEntry) {
    object {
      $0.name("name")
      $0.append(function.name)
      $0.name("line")
      $0.append(function.line)
      $0.name("nameLine")
      $0.append(function.nameLine)
    }
  }

  private mutating func append(_ type: Outline.TypeEntry) {
    object {
      $0.name("kind")
      $0.append(type.kind.rawValue)
      $0.name("name")
      $0.append(type.name)
      $0.name("path")
      $0.append(type.path)
      $0.name("parent")
      $0.append(type.parent)
      $0.name("local")
      $0.append(type.local)
      $0.name("inIfConfig")
      $0.append(type.inIfConfig)
      $0.name("attributes")
      $0.append(type.attributes)
      $0.name("modifiers")
      $0.append(type.modifiers)
      $0.name("inherits")
      $0.append(type.inherits)
      $0.name("generics")
      $0.append(type.generics)
      $0.name("where")
      $0.append(type.where)
      $0.name("line")
      $0.append(type.line)
      $0.name("nameLine")
      $0.append(type.nameLine)
      $0.name("offset")
      $0.append(type.offset)
      $0.name("endOffset")
      $0.append(type.endOffset)
      $0.name("members")
      $0.array(type.members) { $0.append($1) }
    }
  }

  private mutating func append(_ member: Outline.Member) {
    object {
      $0.name("names")
      $0.append(member.names)
      $0.name("pattern")
      $0.append(member.pattern)
      $0.name("keyword")
      $0.append(member.keyword)
      $0.name("attributes")
      $0.append(member.attributes)
      $0.name("modifiers")
      $0.append(member.modifiers)
      $0.name("type")
      $0.append(member.type)
      $0.name("initializer")
      $0.append(member.initializer)
      $0.name("accessors")
      $0.append(member.accessors)
      if let effects = member.accessorEffects {
        $0.name("accessorEffects")
        $0.append(effects)
      }
      if let modifiers = member.accessorModifiers {
        $0.name("accessorModifiers")
        $0.append(modifiers)
      }
      $0.name("line")
      $0.append(member.line)
      $0.name("nameLine")
      $0.append(member.nameLine)
      $0.name("declIndex")
      $0.append(member.declIndex)
      $0.name("inIfConfig")
      $0.append(member.inIfConfig)
    }
  }

  private mutating func append(_ accessors: Outline.Accessors?) {
    switch accessors {
    case nil: append(nil as String?)
    case .shorthand: append("shorthand")
    case .list(let specifiers): append(specifiers)
    }
  }
}
