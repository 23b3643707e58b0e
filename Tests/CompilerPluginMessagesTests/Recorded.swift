/// Messages as the compiler sent them, with neutral paths and most of the build configuration left
/// out.
enum Recorded {
  static let getCapability = #"{"getCapability":{"capability":{"protocolVersion":7}}}"#

  /// A class at the top level.
  static let member = #"""
    {"expandAttachedMacro":{
    "attributeSyntax":{"kind":"attribute",
    "location":{"column":11,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":1,"offset":10},
    "source":"\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity "},
    "declSyntax":{"kind":"declaration",
    "location":{"column":11,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":1,"offset":10},
    "source":"\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity final class Author {\n\#
      @Attribute(1) var email: String = \"a@b\"\n  var name = \"Ürsula 😀\"\n  init() {}\n}"},
    "discriminator":"$s8Bookshop6Author6EntityfMm_",
    "lexicalContext":[],
    "macro":{"moduleName":"EntityMacros","name":"Entity ","typeName":"EntityMacro"},
    "macroRole":"member",
    "staticBuildConfiguration":"{\"endianness\":\"little\",\"features\":[\"Macros\"]}"}}
    """#

  /// A property of a class at the top level.
  static let accessor = #"""
    {"expandAttachedMacro":{
    "attributeSyntax":{"kind":"attribute",
    "location":{"column":29,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":4,"offset":73},
    "source":"\n  @Attribute(1) "},
    "declSyntax":{"kind":"declaration",
    "location":{"column":29,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":4,"offset":73},
    "source":"\n  @Attribute(1) var email: String = \"a@b\""},
    "discriminator":"$s8Bookshop6AuthorC5email9AttributefMa_",
    "lexicalContext":[{"kind":"declaration",
    "location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},
    "source":"\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity final class Author {}"}],
    "macro":{"moduleName":"EntityMacros","name":"Attribute","typeName":"AttributeMacro"},
    "macroRole":"accessor",
    "staticBuildConfiguration":"{\"endianness\":\"little\",\"features\":[\"Macros\"]}"}}
    """#

  /// An initialiser, which the compiler asks about like any other member.
  static let memberAttribute = #"""
    {"expandAttachedMacro":{
    "attributeSyntax":{"kind":"attribute",
    "location":{"column":11,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":1,"offset":10},
    "source":"\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity "},
    "declSyntax":{"kind":"declaration",
    "location":{"column":28,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":6,"offset":143},
    "source":"\n  init() {}"},
    "discriminator":"$s8Bookshop6AuthorC4init6EntityfMr1_",
    "lexicalContext":[{"kind":"declaration",
    "location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},
    "source":"\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity final class Author {}"}],
    "macro":{"moduleName":"EntityMacros","name":"Entity ","typeName":"EntityMacro"},
    "macroRole":"memberAttribute",
    "parentDeclSyntax":{"kind":"declaration",
    "location":{"column":11,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":1,"offset":10},
    "source":"\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity final class Author {\n\#
      @Attribute(1) var email: String = \"a@b\"\n  var name = \"Ürsula 😀\"\n  init() {}\n}"},
    "staticBuildConfiguration":"{\"endianness\":\"little\",\"features\":[\"Macros\"]}"}}
    """#

  /// A property of a nested class.
  static let peer = #"""
    {"expandAttachedMacro":{
    "attributeSyntax":{"kind":"attribute",
    "location":{"column":34,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":11,"offset":204},
    "source":"\n    @Attribute "},
    "declSyntax":{"kind":"declaration",
    "location":{"column":34,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":11,"offset":204},
    "source":"\n    @Attribute var title: String = \"\""},
    "discriminator":"$s8Bookshop4ShopO4BookC5title9AttributefMp_",
    "lexicalContext":[{"kind":"declaration",
    "location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},
    "source":"\n  @Entity final class Book {}"},
    {"kind":"declaration",
    "location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},
    "source":"\n\nenum Shop {}"}],
    "macro":{"moduleName":"EntityMacros","name":"Attribute ","typeName":"AttributeMacro"},
    "macroRole":"peer",
    "staticBuildConfiguration":"{\"endianness\":\"little\",\"features\":[\"Macros\"]}"}}
    """#

  /// A class at the top level that lacks one conformance.
  static let extensionOfType = #"""
    {"expandAttachedMacro":{
    "attributeSyntax":{"kind":"attribute",
    "location":{"column":11,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":1,"offset":10},
    "source":"\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity "},
    "conformanceListSyntax":{"kind":"declaration",
    "location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},
    "source":"struct Placeholder: Storing {}"},
    "declSyntax":{"kind":"declaration",
    "location":{"column":11,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":1,"offset":10},
    "source":"\n\n/// A writer — \"é\" \\ tab\tend.\n@Entity final class Author {\n\#
      @Attribute(1) var email: String = \"a@b\"\n  var name = \"Ürsula 😀\"\n  init() {}\n}"},
    "discriminator":"$s8Bookshop6Author6EntityfMe_",
    "extendedTypeSyntax":{"kind":"type",
    "location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},
    "source":"Author"},
    "lexicalContext":[],
    "macro":{"moduleName":"EntityMacros","name":"Entity ","typeName":"EntityMacro"},
    "macroRole":"extension",
    "staticBuildConfiguration":"{\"endianness\":\"little\",\"features\":[\"Macros\"]}"}}
    """#

  /// A class in a function.
  static let localMember = #"""
    {"expandAttachedMacro":{
    "attributeSyntax":{"kind":"attribute",
    "location":{"column":14,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":16,"offset":263},
    "source":"\n  @Entity "},
    "declSyntax":{"kind":"declaration",
    "location":{"column":14,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":16,"offset":263},
    "source":"\n  @Entity final class Local {\n    @Attribute var pages: Int = 0\n  }"},
    "discriminator":"$s8Bookshop4openyyF9Local_$l00C6EntityfMm_",
    "lexicalContext":[{"kind":"declaration",
    "location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},
    "source":"\n\nfunc open() "}],
    "macro":{"moduleName":"EntityMacros","name":"Entity ","typeName":"EntityMacro"},
    "macroRole":"member",
    "staticBuildConfiguration":"{\"endianness\":\"little\",\"features\":[\"Macros\"]}"}}
    """#

  /// A macro that is no annotation.
  static let freestanding = #"""
    {"expandFreestandingMacro":{
    "discriminator":"$s8Bookshop4makefMf_",
    "lexicalContext":[],
    "macro":{"moduleName":"EntityMacros","name":"make","typeName":"MakeMacro"},
    "macroRole":"declaration",
    "staticBuildConfiguration":"{\"endianness\":\"little\",\"features\":[\"Macros\"]}",
    "syntax":{"kind":"expression",
    "location":{"column":2,"fileID":"Bookshop/Author.swift",
      "fileName":"/src/Bookshop/Author.swift","line":21,"offset":352},
    "source":"\n\n#make(\"x\")"}}}
    """#
}
