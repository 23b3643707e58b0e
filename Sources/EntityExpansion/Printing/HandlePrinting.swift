extension PropertyDescription {
  /// The property `$books` beside the to-many relationship `books`; empty beside others, and where
  /// Swift has no such name.
  ///
  /// Like:
  ///
  ///     public var $books: EntityGraph.ToMany<Book> { __handle(__Index.books) }
  ///     public var $tracks: EntityGraph.OrderedToMany<Track> { __orderedHandle(__Index.tracks) }
  ///
  /// It changes the relationship, so that it is seen no further than the relationship can be set.
  func handle(of header: EntityHeader) -> String {
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
}
