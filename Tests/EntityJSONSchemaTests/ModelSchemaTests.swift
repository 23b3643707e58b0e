import EntityJSON
import EntityJSONSchema
import ModelGeneration
import SwiftReader
import Testing

/// What sources make of the schema of a model.
@Suite struct ModelSchemaTests {
  @Test func everyTypeHasItsForm() throws {
    #expect(
      try definitions(
        """
        @Entity final class Form: ManagedObject {
          var flag: Bool
          var tiny: Int8
          var small: UInt16
          var count: Int
          var large: UInt64
          var ratio: Float
          var exact: Double
          var price: Decimal
          var name: String
          var day: Date
          var bytes: Data
          var key: UUID
          var link: URL
          var note: String?
          var span: Duration
        }
        """) == """
          {
            "Form": {
              "type": "object",
              "properties": {
                "flag": {
                  "type": "boolean"
                },
                "tiny": {
                  "type": "integer",
                  "format": "int8",
                  "minimum": -128,
                  "maximum": 127
                },
                "small": {
                  "type": "integer",
                  "format": "uint16",
                  "minimum": 0,
                  "maximum": 65535
                },
                "count": {
                  "type": "integer",
                  "format": "int64"
                },
                "large": {
                  "type": "integer",
                  "format": "uint64",
                  "minimum": 0
                },
                "ratio": {
                  "type": "number",
                  "format": "float"
                },
                "exact": {
                  "type": "number",
                  "format": "double"
                },
                "price": {
                  "type": "number",
                  "format": "decimal"
                },
                "name": {
                  "type": "string"
                },
                "day": {
                  "type": "string",
                  "format": "date-time"
                },
                "bytes": {
                  "type": "string",
                  "contentEncoding": "base64"
                },
                "key": {
                  "type": "string",
                  "format": "uuid"
                },
                "link": {
                  "type": "string",
                  "format": "uri"
                },
                "note": {
                  "type": ["string", "null"]
                },
                "span": {
                  "type": "number",
                  "format": "decimal"
                }
              },
              "required": [
                "flag",
                "tiny",
                "small",
                "count",
                "large",
                "ratio",
                "exact",
                "price",
                "name",
                "day",
                "bytes",
                "key",
                "link",
                "span"
              ]
            }
          }
          """)
  }

  @Test func membersAreNamedAsTheyAreWritten() throws {
    let source = """
      @Entity final class Member: ManagedObject {
        var projectID: Int
        @Attribute(json: "address.city") var city: String
        @Attribute(json: "address.zip") var zip: String?
        @Attribute(json: .notExported) var salt: String
        @Attribute(.secret) var password: String
        @Attribute(.external) var picture: Data
        @Transient var seen = false
        var created: Date
      }
      """
    var options = ModelSchema.Options()
    options.keys = .snakeCase
    options.datesAreNumbers = true
    #expect(
      try definitions(source, options) == """
        {
          "Member": {
            "type": "object",
            "properties": {
              "project_id": {
                "type": "integer",
                "format": "int64"
              },
              "address": {
                "type": "object",
                "properties": {
                  "city": {
                    "type": "string"
                  },
                  "zip": {
                    "type": ["string", "null"]
                  }
                },
                "required": ["city"]
              },
              "created": {
                "type": "number"
              }
            },
            "required": ["project_id", "address", "created"]
          }
        }
        """)
  }

  @Test func rulesAndDefaultsAndDocumentationAreSaid() throws {
    #expect(
      try definitions(
        #"""
        /// A book
        /// of many pages.
        @Entity final class Book: ManagedObject {
          /// How it is called.
          @Attribute(.length(1...200), .pattern("^[A-Z]"), .pattern("[^ ]$")) var title: String
          @Attribute(.range(1..<9999), .range(2...)) var pages: Int16 = 12
          @Attribute(.range(0.5...)) var price: Decimal?
          @Attribute(.length(...16)) var digest: Data
          @Attribute(.pattern("(?i)A")) var code: String = "a\nb"
          // No documentation.
          var isSold: Bool = false
          /** In stock
            * or not. */
          @available(*, deprecated) var stock: Double = 1.5
          var tags: [String] = []
          var notes: [String: [Int?]] = [:]
          @Attribute(.derived { (book: Fields<Book>) in book.title.lowercased() }) var key: String
        }
        """#) == #"""
          {
            "Book": {
              "description": "A book\nof many pages.",
              "type": "object",
              "properties": {
                "title": {
                  "description": "How it is called.",
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 200,
                  "allOf": [
                    {
                      "pattern": "^[A-Z]"
                    },
                    {
                      "pattern": "[^ ]$"
                    }
                  ]
                },
                "pages": {
                  "type": "integer",
                  "format": "int16",
                  "minimum": 2,
                  "maximum": 32767,
                  "exclusiveMaximum": 9999,
                  "default": 12
                },
                "price": {
                  "type": ["number", "null"],
                  "format": "decimal",
                  "minimum": 0.5
                },
                "digest": {
                  "type": "string",
                  "contentEncoding": "base64",
                  "maxLength": 24
                },
                "code": {
                  "type": "string",
                  "default": "a\nb"
                },
                "isSold": {
                  "type": "boolean",
                  "default": false
                },
                "stock": {
                  "description": "In stock\nor not.",
                  "type": "number",
                  "format": "double",
                  "default": 1.5,
                  "deprecated": true
                },
                "tags": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  },
                  "default": []
                },
                "notes": {
                  "type": "object",
                  "additionalProperties": {
                    "type": "array",
                    "items": {
                      "type": ["integer", "null"],
                      "format": "int64"
                    }
                  },
                  "default": {}
                },
                "key": {
                  "type": "string",
                  "readOnly": true
                }
              },
              "required": ["title", "pages", "digest", "code", "isSold", "stock", "tags", "notes", "key"]
            }
          }
          """#)
  }

  @Test func linesOfCommentsMayEndAsOnWindows() throws {
    let source =
      "/// One\r\n/// two.\r\n@Entity final class Book: ManagedObject {\r\n  var a: Int\r\n}"
    #expect(try schema(source)["$defs"]?["Book"]?["description"] == "One\ntwo.")
  }

  @Test func anEnumerationMayHaveAFormOfItsOwnAsAnAttributeOnly() throws {
    let json = try schema(
      """
      enum Odd: Int, Codable, Storable {
        case one
        static var storageType: StorageType { .string }
      }
      @Entity final class Book: ManagedObject {
        var all: [Odd]
        var odd: Odd
      }
      """)
    let properties = json["$defs"]?["Book"]?["properties"]
    #expect(properties?["all"]?["items"]?["$ref"] == "#/$defs/Odd")
    #expect(properties?["odd"] == ["type": "string"])
  }

  @Test func enumerationsHaveTheirRawValuesAndStayOpen() throws {
    #expect(
      try definitions(
        """
        /// What a book is about.
        enum Genre: String, Storable { case fiction, science = "sci-fi" }
        enum Size: Int, Codable, CaseIterable { case small = 1, large }
        enum Odd: Int, Storable {
          case one
          static var storageType: StorageType { .string }
        }
        typealias Kind = Genre
        @Entity final class Book: ManagedObject {
          enum State: String, Storable { case new }
          var genre: Kind = .fiction
          var other: Genre? = Genre.science
          var sizes: Set<Size>
          var state: State?
          var odd: Odd
          var unknown: Elsewhere
        }
        """) == """
          {
            "Book": {
              "type": "object",
              "properties": {
                "genre": {
                  "$ref": "#/$defs/Genre",
                  "default": "fiction"
                },
                "other": {
                  "anyOf": [
                    {
                      "$ref": "#/$defs/Genre"
                    },
                    {
                      "type": "null"
                    }
                  ],
                  "default": "sci-fi"
                },
                "sizes": {
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/Size"
                  },
                  "uniqueItems": true
                },
                "state": {
                  "anyOf": [
                    {
                      "$ref": "#/$defs/Book.State"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "odd": {
                  "type": "string"
                },
                "unknown": {}
              },
              "required": ["genre", "sizes", "odd", "unknown"]
            },
            "Book.State": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": ["new"]
                },
                {
                  "type": "string"
                }
              ]
            },
            "Genre": {
              "description": "What a book is about.",
              "anyOf": [
                {
                  "type": "string",
                  "enum": ["fiction", "sci-fi"]
                },
                {
                  "type": "string"
                }
              ]
            },
            "Size": {
              "anyOf": [
                {
                  "type": "integer",
                  "enum": [1, 2]
                },
                {
                  "type": "integer"
                }
              ]
            }
          }
          """)
  }

  @Test func compositionsAreObjects() throws {
    #expect(
      try definitions(
        """
        @Composition struct Address {
          /// Where it is.
          @Leaf(.indexed) var city: String
          var country = "NO"
          var since: Date?
          var place: Place?
        }
        @Composition struct Place { var latitude: Double }
        struct Anything: Codable { var text = "" }
        @Entity final class Customer: ManagedObject {
          var home: Address
          var work: Address?
          var open: ClosedRange<Int>
          var rest: Anything
        }
        """) == """
          {
            "Address": {
              "type": "object",
              "properties": {
                "city": {
                  "description": "Where it is.",
                  "type": "string"
                },
                "country": {
                  "type": "string",
                  "default": "NO"
                },
                "since": {
                  "type": ["number", "null"]
                },
                "place": {
                  "anyOf": [
                    {
                      "$ref": "#/$defs/Place"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              },
              "required": ["city", "country"]
            },
            "Customer": {
              "type": "object",
              "properties": {
                "home": {
                  "$ref": "#/$defs/Address"
                },
                "work": {
                  "anyOf": [
                    {
                      "$ref": "#/$defs/Address"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "open": {
                  "type": "array",
                  "items": {
                    "type": "integer",
                    "format": "int64"
                  },
                  "minItems": 2,
                  "maxItems": 2
                },
                "rest": {}
              },
              "required": ["home", "open", "rest"]
            },
            "Place": {
              "type": "object",
              "properties": {
                "latitude": {
                  "type": "number",
                  "format": "double"
                }
              },
              "required": ["latitude"]
            }
          }
          """)
  }

  private static let related = """
    @Entity class Book: ManagedObject {
      @Attribute(.unique) var isbn: String
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author
      @Relationship(inverse: "books", deleteRule: .nullify) var shelf: Shelf?
    }
    @Entity final class Novel: Book {
      var plot: String
    }
    @Entity final class Author: ManagedObject {
      @Attribute(.identity) var number: Int?
      @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
    }
    @Entity final class Shelf: ManagedObject {
      @Relationship(inverse: "shelf", deleteRule: .nullify, maximumCount: 9) var books: [Book]
    }
    """

  @Test func storagesAreObjectsOfWhichMembersMayBeMissing() throws {
    let source = """
      /// How it looks.
      @DictionaryStorage struct Settings {
        /// Its colours.
        var theme = "light"
        var level: Int16 = 3
        var seen: Date?
        var days: [Date] = []
        var marks: [String: Date?] = [:]
        var rest: Duration = .zero
        var span: Range<Int>?
        @Stored(json: "font-size") var fontSize = 10.5
        @Stored(json: "window.width") var width: UInt8?
        @Stored(json: "window.title") var title: String? = "w"
        @available(*, deprecated) var old = false
        var kind: Kind = .book
        var grade: Grade? = Grade.high
        var frame: Frame = Frame()
        var frames: [Frame] = []
        var home: Home?
        var extra: JSON = .null
        private var secret = 1
        static let shared = 2
        var summary: String { theme }
      }
      @DictionaryStorage struct Frame { var inner: [Frame] = []; var depth: Depth? }
      @OpenEnumeration enum Kind {
        case book
        @CaseName("audio-book") case audioBook
        @CaseName(prefix: "x-") case custom(String)
        case unknown(String)
      }
      enum Grade: String, Codable { case low, high }
      enum Depth: Int, JSONRepresentable { case one = 1; var json: JSON { "one" } }
      @Composition struct Home { var since: Date; var choice: Frame? }
      @Entity final class Reader: ManagedObject {
        var settings: Settings
        var spare: Settings?
        var kind: Kind = .audioBook
      }
      """
    #expect(
      try definitions(source) == """
        {
          "Frame": {
            "type": "object",
            "properties": {
              "inner": {
                "type": "array",
                "items": {
                  "$ref": "#/$defs/Frame"
                },
                "default": []
              },
              "depth": {}
            }
          },
          "Grade": {
            "anyOf": [
              {
                "type": "string",
                "enum": ["low", "high"]
              },
              {
                "type": "string"
              }
            ]
          },
          "Home": {
            "type": "object",
            "properties": {
              "since": {
                "type": "number"
              },
              "choice": {
                "anyOf": [
                  {
                    "$ref": "#/$defs/Frame"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            },
            "required": ["since"]
          },
          "Kind": {
            "anyOf": [
              {
                "type": "string",
                "enum": ["book", "audio-book"]
              },
              {
                "type": "string"
              }
            ]
          },
          "Reader": {
            "type": "object",
            "properties": {
              "settings": {
                "$ref": "#/$defs/Settings"
              },
              "spare": {
                "anyOf": [
                  {
                    "$ref": "#/$defs/Settings"
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "kind": {
                "$ref": "#/$defs/Kind",
                "default": "audio-book"
              }
            },
            "required": ["settings", "kind"]
          },
          "Settings": {
            "description": "How it looks.",
            "type": "object",
            "properties": {
              "theme": {
                "description": "Its colours.",
                "type": "string",
                "default": "light"
              },
              "level": {
                "type": "integer",
                "format": "int16",
                "minimum": -32768,
                "maximum": 32767,
                "default": 3
              },
              "seen": {
                "type": ["string", "null"],
                "format": "date-time"
              },
              "days": {
                "type": "array",
                "items": {
                  "type": "string",
                  "format": "date-time"
                },
                "default": []
              },
              "marks": {
                "type": "object",
                "additionalProperties": {
                  "type": ["string", "null"],
                  "format": "date-time"
                },
                "default": {}
              },
              "rest": {
                "type": "number",
                "format": "decimal"
              },
              "span": {
                "type": ["array", "null"],
                "items": {
                  "type": "integer",
                  "format": "int64"
                },
                "minItems": 2,
                "maxItems": 2
              },
              "font-size": {
                "type": "number",
                "format": "double",
                "default": 10.5
              },
              "window": {
                "type": "object",
                "properties": {
                  "width": {
                    "type": ["integer", "null"],
                    "format": "uint8",
                    "minimum": 0,
                    "maximum": 255
                  },
                  "title": {
                    "type": ["string", "null"],
                    "default": "w"
                  }
                }
              },
              "old": {
                "type": "boolean",
                "default": false,
                "deprecated": true
              },
              "kind": {
                "$ref": "#/$defs/Kind",
                "default": "book"
              },
              "grade": {
                "anyOf": [
                  {
                    "$ref": "#/$defs/Grade"
                  },
                  {
                    "type": "null"
                  }
                ],
                "default": "high"
              },
              "frame": {
                "$ref": "#/$defs/Frame"
              },
              "frames": {
                "type": "array",
                "items": {
                  "$ref": "#/$defs/Frame"
                },
                "default": []
              },
              "home": {
                "anyOf": [
                  {
                    "$ref": "#/$defs/Home"
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "extra": {}
            }
          }
        }
        """)
    var options = ModelSchema.Options()
    options.keys = .snakeCase
    options.datesAreNumbers = true
    #expect(try definitions(source, options) == definitions(source))
  }

  @Test func referencesAreIdentitiesAndSubclassesAllOfTheirSuperclass() throws {
    let text = try definitions(Self.related)
    #expect(
      text == """
        {
          "Author": {
            "type": "object",
            "properties": {
              "number": {
                "type": ["integer", "null"],
                "format": "int64"
              }
            }
          },
          "Book": {
            "type": "object",
            "properties": {
              "isbn": {
                "type": "string"
              },
              "author": {
                "type": "integer",
                "format": "int64"
              },
              "shelf": {
                "type": ["string", "null"]
              }
            },
            "required": ["isbn", "author"]
          },
          "Novel": {
            "allOf": [
              {
                "$ref": "#/$defs/Book"
              },
              {
                "type": "object",
                "properties": {
                  "plot": {
                    "type": "string"
                  }
                },
                "required": ["plot"]
              }
            ]
          },
          "Shelf": {
            "type": "object"
          }
        }
        """)
  }

  @Test func toManysAreListsOfIdentitiesWhereTheyAreWanted() throws {
    var options = ModelSchema.Options()
    options.includesToManys = true
    let json = try schema(Self.related, options)
    #expect(
      json["$defs"]?["Shelf"] == [
        "type": "object",
        "properties": [
          "books": ["type": "array", "items": ["type": "string"], "maxItems": 9]
        ],
      ])
    #expect(json["$defs"]?["Author"]?["properties"]?["books"]?["uniqueItems"] == true)
  }

  @Test func anIdentityThatIsUniqueWithoutCaseIsWhatReferencesHave() throws {
    let json = try schema(
      """
      @Entity final class Town: ManagedObject {
        @Attribute(.unique(.ignoringCase)) var name: String
        var id: Int
        @Relationship(inverse: "town", deleteRule: .nullify) var streets: Set<Street>
      }
      @Entity final class Street: ManagedObject {
        @Attribute(.unique) var id: Int
        @Relationship(inverse: "streets", deleteRule: .nullify) var town: Town
      }
      """)
    #expect(json["$defs"]?["Street"]?["properties"]?["town"] == ["type": "string"])
  }

  @Test func openAPIHasComponents() throws {
    var options = ModelSchema.Options()
    options.isOpenAPI = true
    let json = try schema(Self.related, options)
    #expect(json["openapi"]?.string == "3.1.0")
    #expect(json["info"] == ["title": "Shop", "version": "1"])
    #expect(
      json["components"]?["schemas"]?["Novel"]?["allOf"]?[0] == [
        "$ref": "#/components/schemas/Book"
      ])
    #expect(SchemaCheck(document: json).problemsOfDefinitions() == [])
  }

  @Test func aNameThatOpenAPIDoesNotAllowIsRefused() throws {
    let source = "@Entity final class Größe: ManagedObject { var name: String }"
    #expect(try schema(source)["$defs"]?["Größe"] != nil)
    var options = ModelSchema.Options()
    options.isOpenAPI = true
    let error = #expect(throws: ModelSchemaError.self) { try schema(source, options) }
    #expect(
      error?.description
        == "'Größe' cannot name a component of OpenAPI, whose names are of the letters A to Z, "
        + "digits, '.', '-' and '_'; a JSON schema can have it")
  }

  @Test func typesOfOneNameAreKeptApart() throws {
    let json = try schema(
      """
      @Entity final class Book: ManagedObject {
        var genre: Other.Genre
        var kind: Book.Kind
        enum Kind: String, Storable { case a }
      }
      enum Other {
        enum Genre: String, Storable { case b }
      }
      extension Other {
        @Entity final class Kind: ManagedObject { var genre: Genre }
      }
      """)
    #expect(json["$defs"]?.members?.map(\.name) == ["Book", "Book.Kind", "Kind", "Other.Genre"])
  }

  @Test func theTextIsTheSameEachTime() throws {
    let first = try definitions(Self.related)
    for _ in 0..<5 { #expect(try definitions(Self.related) == first) }
  }

  // MARK: Making schemas

  /// Returns the schema of the module 'Shop' whose one file is `source`.
  private func schema(
    _ source: String, _ options: ModelSchema.Options = ModelSchema.Options()
  ) throws -> JSON {
    let json = try ModelSchema(.reading(["Shop.swift": source]), options: options).json
    #expect(SchemaCheck(document: json).problemsOfDefinitions() == [])
    return json
  }

  /// Returns the definitions of the schema of `source` as text.
  private func definitions(
    _ source: String, _ options: ModelSchema.Options = ModelSchema.Options()
  ) throws -> String {
    let json = try schema(source, options)
    let whole = try ModelSchema(.reading(["Shop.swift": source]), options: options).text
    #expect(try JSON(reading: whole) == json)
    let lines = whole.split(separator: "\n")
    #expect(
      lines.prefix(4) == [
        "{", "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",",
        "  \"title\": \"Shop\",", "  \"$defs\": {",
      ])
    return (["{"] + lines.dropFirst(4).dropLast().map { String($0.dropFirst(2)) })
      .joined(separator: "\n")
  }
}

extension ModuleModel {
  /// Reads the module 'Shop' of files by their paths.
  static func reading(_ files: [String: String]) -> ModuleModel {
    let module = SourceModule(
      name: "Shop", relation: .own,
      files: files.sorted { $0.key < $1.key }.map { path, text in
        .init(path: path, tree: SyntaxTree(parsing: text))
      })
    return ModuleModel(
      [module],
      conditions: BuildConditions(
        names: [], system: "Linux", architecture: "x86_64", modules: ["Swift", "EntityGraph"],
        compiler: [6, 3]))
  }
}
