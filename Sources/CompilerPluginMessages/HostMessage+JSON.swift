import EntityJSON

extension HostMessage {
  /// Creates the message that a frame carries.
  ///
  /// The protocol is not a public contract, so every field is read by name, an absent field or one
  /// of another type counts as empty, and fields not named here are passed over, which spares most
  /// of the bytes: the build configuration alone outweighs all the source text.
  package init(json: [UInt8]) {
    var scanner = JSONScanner(json)
    do {
      self = try scanner.readHostMessage()
      try scanner.finish()
    } catch {
      self = .unreadable(reason: error.description)
    }
  }
}

extension JSONScanner {
  /// Reads an object with one member, which names the message and holds its fields.
  fileprivate mutating func readHostMessage() throws(JSONError) -> HostMessage {
    var message: HostMessage?
    let isObject = try readObject { (key, scanner) throws(JSONError) in
      switch key {
      case "getCapability": message = try scanner.readCapability()
      case "expandAttachedMacro": message = try scanner.readAttachedMacro()
      case "expandFreestandingMacro": message = try scanner.readFreestandingMacro()
      default:
        try scanner.skipValue()
        message = message ?? .unknown(name: key)
      }
    }
    guard isObject, let message else { throw JSONError(offset: 0, expected: "a named message") }
    return message
  }

  /// Reads the fields of `getCapability`.
  private mutating func readCapability() throws(JSONError) -> HostMessage {
    var version: Int?
    try readObject { (key, scanner) throws(JSONError) in
      guard key == "capability" else { return try scanner.skipValue() }
      try scanner.readObject { (key, scanner) throws(JSONError) in
        guard key == "protocolVersion" else { return try scanner.skipValue() }
        version = try scanner.readInteger()
      }
    }
    return .getCapability(protocolVersion: version)
  }

  /// Reads the fields of `expandAttachedMacro`.
  private mutating func readAttachedMacro() throws(JSONError) -> HostMessage {
    var request = ExpansionRequest(
      macroTypeName: "", role: .other(""), attribute: SourceFragment(source: ""),
      declaration: SourceFragment(source: ""))
    try readObject { (key, scanner) throws(JSONError) in
      switch key {
      case "macro": request.macroTypeName = try scanner.readMacro().typeName
      case "macroRole": request.role = MacroRole(named: try scanner.readString() ?? "")
      case "attributeSyntax":
        request.attribute = try scanner.readFragment() ?? request.attribute
      case "declSyntax":
        request.declaration = try scanner.readFragment() ?? request.declaration
      case "parentDeclSyntax": request.parentDeclaration = try scanner.readFragment()
      case "extendedTypeSyntax": request.extendedType = try scanner.readFragment()
      case "conformanceListSyntax": request.conformanceList = try scanner.readFragment()
      case "lexicalContext": request.lexicalContext = try scanner.readFragments()
      default: try scanner.skipValue()
      }
    }
    return .expandAttachedMacro(request)
  }

  /// Reads the fields of `expandFreestandingMacro`.
  private mutating func readFreestandingMacro() throws(JSONError) -> HostMessage {
    var name = ""
    var syntax = SourceFragment(source: "")
    try readObject { (key, scanner) throws(JSONError) in
      switch key {
      case "macro": name = String(try scanner.readMacro().name.prefix { !$0.isWhitespace })
      case "syntax": syntax = try scanner.readFragment() ?? syntax
      default: try scanner.skipValue()
      }
    }
    return .expandFreestandingMacro(macroName: name, syntax: syntax)
  }

  /// Reads the type that implements a macro, and the macro's name, which arrives with the white
  /// space that follows it in the author's file.
  private mutating func readMacro() throws(JSONError) -> (typeName: String, name: String) {
    var typeName = ""
    var name = ""
    try readObject { (key, scanner) throws(JSONError) in
      switch key {
      case "typeName": typeName = try scanner.readString() ?? ""
      case "name": name = try scanner.readString() ?? ""
      default: try scanner.skipValue()
      }
    }
    return (typeName, name)
  }

  /// Reads a list of fragments, without those that are not objects.
  private mutating func readFragments() throws(JSONError) -> [SourceFragment] {
    var fragments: [SourceFragment] = []
    try readArray { (scanner) throws(JSONError) in
      if let fragment = try scanner.readFragment() { fragments.append(fragment) }
    }
    return fragments
  }

  /// Reads a fragment, or passes over a value that is not an object.
  private mutating func readFragment() throws(JSONError) -> SourceFragment? {
    var fragment = SourceFragment(source: "")
    let isObject = try readObject { (key, scanner) throws(JSONError) in
      switch key {
      case "source": fragment.source = try scanner.readString() ?? ""
      case "location": try scanner.readLocation(into: &fragment)
      default: try scanner.skipValue()
      }
    }
    return isObject ? fragment : nil
  }

  /// Reads a number of bytes or lines; one that no file has counts as absent, so that adding to it
  /// cannot overflow.
  private mutating func readPlausibleInteger() throws(JSONError) -> Int {
    let number = try readInteger() ?? 0
    return (0...1 << 48).contains(number) ? number : 0
  }

  /// Reads the location of a fragment.
  private mutating func readLocation(into fragment: inout SourceFragment) throws(JSONError) {
    try readObject { (key, scanner) throws(JSONError) in
      switch key {
      case "fileName": fragment.fileName = try scanner.readString() ?? ""
      case "fileID": fragment.fileID = try scanner.readString() ?? ""
      case "line": fragment.line = try scanner.readPlausibleInteger()
      case "column": fragment.column = try scanner.readPlausibleInteger()
      case "offset": fragment.offset = try scanner.readPlausibleInteger()
      default: try scanner.skipValue()
      }
    }
  }
}
