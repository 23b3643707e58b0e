import EntityJSON
import EntityJSONSchema
import ModelGeneration
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
}
