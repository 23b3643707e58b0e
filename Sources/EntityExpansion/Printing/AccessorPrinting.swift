extension PropertyDescription {
  /// The accessors of the property; the indexes that they name are members of the class.
  ///
  /// Like:
  ///
  ///     get {
  ///       if __values == nil { __fire() }
  ///       if let value = __values.title.value { return value }
  ///       let value = __read(__values.title, __Index.title, String.self)
  ///       return __values?.title.didRead(value) ?? value
  ///     }
  ///     set { __willWrite(__Index.title); __values.title = .init(newValue) }
  ///
  /// Those of an observable entity report that the property is read, and that it changes. A fetched
  /// property has no value that could change. Where the entity has values, the compiler is asked
  /// whether the type is Sendable: what it reports of these lines it reports at the property's own.
  func accessors(of header: EntityHeader) -> String {
    let isObservable = header.options.contains(.observable)
    let getter = getter(isSent: isInValues && header.options.contains(.values))
    var writer = CodeWriter()
    writeAccessor("get", isObservable ? observed(getter) : getter, &writer)
    writeAccessor("set", isObservable ? observedSetter : setter, &writer)
    return writer.text
  }

  /// Returns the statements that register whoever observes, then do what `getter` does.
  ///
  /// Like:
  ///
  ///     EntityGraph.__Observation.access(&__observation, __Index.author)
  ///     if __values == nil { __fire() }
  ///     return __object(__values.author, __Index.author, as: Author.self)
  private func observed(_ getter: String) -> String {
    let index = "__Index.\(label)"
    let access = "EntityGraph.__Observation.access(&__observation, \(index))\n"
    return switch content {
    case .attribute, .toOne: access + getter
    case .toMany: access + "return " + getter
    case .fetched, .derived, .transient: getter
    }
  }

  /// The statements that take `newValue` and report the change; what changes a relationship reports
  /// it at both ends.
  private var observedSetter: String {
    let index = "__Index.\(label)"
    guard case .attribute = content else { return setter }
    let statements = setter.replacing("; ", with: "\n")
    return "__willAssign(\(index))\n\(statements)\n__didAssign(\(index))"
  }

  /// Returns the statements that give the value; `isSent` if its type must be Sendable.
  private func getter(isSent: Bool) -> String {
    var writer = CodeWriter()
    let index = "__Index.\(label)"
    switch content {
    case .attribute:
      writer.line("if __values == nil { __fire() }")
      if isDeferred {
        writer.line(
          "if let value = __values.\(label).value { return \(unwrapping("value")) }")
        writer.list(
          isSent ? "let value = __sendableForValues(__read(" : "let value = __read(",
          ["__values.\(label)", index, storedMetatype], isSent ? "))" : ")")
        // An author's own decoding may have made a fault of the object.
        let read = "__values?.\(label).didRead(value) ?? value"
        writer.line("return " + (transform == nil ? read : unwrapping("(\(read))")))
      } else {
        writer.line("return __values.\(label)")
      }
    case .toOne:
      let function = type.isOptional ? "__object" : "__requiredObject"
      writer.line("if __values == nil { __fire() }")
      writer.list(
        "return \(function)(", ["__values.\(label)", index, "as: \(type.element).self"], ")")
    case .toMany:
      writer.line("\(type.isArray ? "__orderedObjects" : "__objects")(\(index))")
    case .fetched(.objects, let entity, _):
      writer.line("__fetchedObjects(\(index)) as [\(entity)]")
    case .fetched(let form, _, _):
      writer.line("\(form.function)(\(index))")
    case .derived:
      writer.list("__derived(", [index, type.metatype], ")")
    case .transient:
      break
    }
    return writer.text
  }

  /// The statements that take `newValue`; none where the property is read only.
  private var setter: String {
    let index = "__Index.\(label)"
    return switch content {
    case .attribute where isDeferred:
      "__willWrite(\(index)); __values.\(label) = .init(\(storing("newValue")))"
    case .attribute: "__willWrite(\(index)); __values.\(label) = newValue"
    case .toOne: "__setObject(\(index), newValue)"
    case .toMany where type.isArray: "__setOrderedObjects(\(index), newValue)"
    case .toMany: "__setObjects(\(index), newValue)"
    case .fetched, .derived, .transient: ""
    }
  }

  /// Adds an accessor, on one line where there is one statement.
  private func writeAccessor(_ word: String, _ body: String, _ writer: inout CodeWriter) {
    if body.isEmpty { return }
    let lines = body.split(separator: "\n")
    if lines.count == 1 {
      writer.line("\(word) { \(body) }")
    } else {
      writer.block(word) { writer in
        for line in lines { writer.line(String(line)) }
      }
    }
  }
}

extension FetchedForm {
  /// The function that answers for a property of this form.
  var function: String {
    switch self {
    case .objects: "__fetchedObjects"
    case .count: "__fetchedCount"
    case .identifiers: "__fetchedIdentifiers"
    case .dictionaries: "__fetchedDictionaries"
    }
  }
}
