/// Makes a struct one that is backed by the JSON object that it came from.
///
///     @DictionaryStorage struct Settings {
///       var theme = "light"
///       var size: Int?
///       @Stored(json: "window.width") var width: Double = 800
///     }
///
///     var settings = try Settings(reading: body)
///     settings.theme = "dark"
///     answer(settings.json.source)
///
/// Every stored property is a member of the object, called as the property is or as `@Stored` says;
/// it has a value for where there is no member, or one of another type, or is optional. Everything
/// else in the object stays as it is through changing, encoding and decoding. Private,
/// fileprivate, static, computed and lazy properties and constants with a value are not in JSON.
///
/// The value is made whenever the property is read while there is no member: one like `UUID()` is
/// another one each time. Give such a property a value in `init(json:)`, or make it optional.
///
/// The struct conforms to `DictionaryStorage`, and so to `Codable`, `Hashable` and `Sendable`. It
/// has an initialiser that takes the properties and one that takes JSON, unless it has such ones
/// already.
@attached(member, names: named(__storage), named(init))
@attached(memberAttribute)
@attached(
  extension, conformances: DictionaryStorage, Codable, names: named(__visit), named(__list))
public macro DictionaryStorage() =
  #externalMacro(module: "EntityMacros", type: "DictionaryStorageMacro")

/// Says which member of JSON a property of a `@DictionaryStorage` is.
///
/// - Parameter json: The name of the member, like `"font-size"`; with dots, like `"window.width"`,
///   that of one in an object inside. The property's name where nothing is said.
@attached(accessor)
public macro Stored(json: String? = nil) =
  #externalMacro(module: "EntityMacros", type: "StoredMacro")

/// Makes an enum one of texts, with a case for those that it does not know.
///
///     @OpenEnumeration enum Kind {
///       case book, magazine
///       @CaseName("audio-book") case audioBook
///       @CaseName(prefix: "x-") case custom(String)
///       case unknown(String)
///     }
///
///     Kind(rawValue: "book")   // .book
///     Kind(rawValue: "x-map")  // .custom("map")
///     Kind(rawValue: "scroll") // .unknown("scroll")
///
/// The enum conforms to `OpenEnumeration`, and so to `Codable`, `Hashable` and `Storable`: it can
/// be a property of a `@DictionaryStorage` and an attribute of an entity.
@attached(
  extension, conformances: OpenEnumeration,
  names: named(rawValue), named(init), named(unknown))
public macro OpenEnumeration() =
  #externalMacro(module: "EntityMacros", type: "OpenEnumerationMacro")

/// Says which text a case of an `@OpenEnumeration` is; the name of the case where nothing is said.
@attached(peer)
public macro CaseName(_ text: String) =
  #externalMacro(module: "EntityMacros", type: "CaseNameMacro")

/// Makes a case of an `@OpenEnumeration` the one of all texts that begin with `prefix`; its
/// associated value is what comes behind. Of several prefixes the longest one counts.
@attached(peer)
public macro CaseName(prefix: String) =
  #externalMacro(module: "EntityMacros", type: "CaseNameMacro")
