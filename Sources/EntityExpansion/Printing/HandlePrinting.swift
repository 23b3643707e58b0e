extension PropertyDescription {
  /// The property `$books` beside the to-many relationship `books`, and `$color` beside a
  /// transformed attribute `color`; empty beside others, and where Swift has no such name.
  ///
  /// Like:
  ///
  ///     public var $books: EntityGraph.ToMany<Book> { __handle(__Index.books) }
  ///     public var $tracks: EntityGraph.OrderedToMany<Track> { __orderedHandle(__Index.tracks) }
  ///
  /// It changes the relationship, so that it is seen no further than the relationship can be set.
  func handle(of header: EntityHeader) -> String {
    if hasStoredForm { return storedForm(of: header) }
    guard case .toMany = content, identifier.isPlainName else { return "" }
    let isObservable = header.options.contains(.observable)
    let index = "__Index.\(label)"
    let handle = type.isArray ? "OrderedToMany" : "ToMany"
    let function = type.isArray ? "__orderedHandle" : "__handle"
    let access = min(access, declaration.setterAccess, .public)
    var writer = CodeWriter()
    writer.block(
      "\(access == .internal ? "" : access.rawValue + " ")var $\(identifier): "
        + "EntityGraph.\(handle)<\(type.element)>"
    ) { writer in
      if isObservable {
        writer.line("EntityGraph.__Observation.access(&__observation, \(index))")
        writer.line("return \(function)(\(index))")
      } else {
        writer.line("\(function)(\(index))")
      }
    }
    return writer.text
  }

  /// `true` if beside the attribute stands what it is stored as, `$color`.
  var hasStoredForm: Bool { transform != nil && identifier.isPlainName }

  /// The property `$color` beside the attribute `color`, whose values a transform stores.
  ///
  /// Like:
  ///
  ///     public var $color: EntityGraph.Transformed<HexColor> {
  ///       get {
  ///         if __values == nil { __fire() }
  ///         if let value = __values.color.value { return value }
  ///         let value = __read(__values.color, __Index.color, EntityGraph.Transformed<HexColor>.self)
  ///         return __values?.color.didRead(value) ?? value
  ///       }
  ///       set { __willWrite(__Index.color); __values.color = .init(newValue) }
  ///     }
  private func storedForm(of header: EntityHeader) -> String {
    let isObservable = header.options.contains(.observable)
    let index = "__Index.\(label)"
    let access = min(access, declaration.setterAccess, .public)
    var writer = CodeWriter()
    writer.block(
      "\(access == .internal ? "" : access.rawValue + " ")var $\(identifier): \(storedType)"
    ) { writer in
      writer.block("get") { writer in
        if isObservable {
          writer.line("EntityGraph.__Observation.access(&__observation, \(index))")
        }
        writer.line("if __values == nil { __fire() }")
        writer.line("if let value = __values.\(label).value { return value }")
        writer.list(
          "let value = __read(", ["__values.\(label)", index, storedMetatype], ")")
        writer.line("return __values?.\(label).didRead(value) ?? value")
      }
      let statements = ["__willWrite(\(index))", "__values.\(label) = .init(newValue)"]
      guard isObservable else {
        return writer.line("set { \(statements.joined(separator: "; ")) }")
      }
      writer.block("set") { writer in
        writer.line("__willAssign(\(index))")
        for statement in statements { writer.line(statement) }
        writer.line("__didAssign(\(index))")
      }
    }
    return writer.text
  }
}
