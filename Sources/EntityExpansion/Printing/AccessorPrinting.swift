extension PropertyDescription {
  /// The accessors of the property; the indices that they name are members of the class.
  ///
  /// Like:
  ///
  ///     get {
  ///       if __values == nil { __fire() }
  ///       return __values.title
  ///     }
  ///     set {
  ///       __willWrite(__Index.title)
  ///       __values.title = newValue
  ///     }
  var accessors: String {
    var writer = CodeWriter()
    let index = "__Index.\(label)"
    switch content {
    case .attribute:
      writer.block("get") { writer in
        writer.line("if __values == nil { __fire() }")
        writer.line("return __values.\(label)")
      }
      writer.block("set") { writer in
        writer.line("__willWrite(\(index))")
        writer.line("__values.\(label) = newValue")
      }
    case .toOne:
      let function = type.isOptional ? "__object" : "__requiredObject"
      writer.block("get") { writer in
        writer.line("if __values == nil { __fire() }")
        writer.list(
          "return \(function)(", ["&__values.\(label)", index, "as: \(type.element).self"], ")")
      }
      writer.line("set { __setObject(\(index), newValue) }")
    case .toMany:
      writer.line("get { __objects(\(index)) }")
      writer.line("set { __setObjects(\(index), newValue) }")
    case .fetched(.objects, let entity, _):
      writer.line("get { __fetchedObjects(\(index)) as [\(entity)] }")
    case .fetched(let form, _, _):
      writer.line("get { \(form.function)(\(index)) }")
    case .transient:
      break
    }
    return writer.text
  }

  /// Accessors that stand in where an error has been reported, so that nothing else goes wrong.
  static let standInAccessors = "get { Swift.fatalError() }\nset {}"
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
