import EntityJSON
import EntityJSONSchema
import Testing

/// What the enumerations, compositions and storages of sources are in a schema.
@Suite struct DeclaredTypeSchemaTests {
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
}
