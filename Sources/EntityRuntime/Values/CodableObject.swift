import EntityModel
import EntityStore

/// An object that coders write and make: that of an entity marked `@Entity(.codable)`.
///
///     @Entity(.codable) final class Book: ManagedObject { … }
///
///     let body = try JSONEncoder().encode(books)
///
///     let decoder = JSONDecoder()
///     decoder.userInfo[.managedObjectContext] = context.forDecoding
///     let books = try decoder.decode([Book].self, from: body)
///     try context.save()
///
/// What is encoded is `Book.Values(book)`, the id of the object included. Decoding reads
/// `Book.Values` and inserts an object of them, with an id of its own: the one that is read is not
/// looked at. To-ones are ids, of objects that exist; to-manys are not coded.
///
/// The context is that of `userInfo`. Objects that have been decoded before something went wrong
/// stay unsaved there: `context.rollback()` takes them back.
public protocol CodableObject: Codable {}

extension CodableObject {
  /// Inserts an object of what `decoder` has into the context that its `userInfo` has.
  ///
  /// - Throws: a `DecodingError` if there is no context, if a value is missing or of another type,
  ///   or if a to-one names an object that does not exist; a `StoreError` if the store fails.
  public init(from decoder: any Decoder) throws {
    guard let type = Self.self as? ManagedObject.Type, let values = type.ownCodedValues else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "'\(Self.self)' is not '.codable' itself; write '@Entity(.codable)' for it "
            + "as for its superclass"))
    }
    let object = try decoder.insert(values)
    guard let object = object as? Self else {
      preconditionFailure("'\(Self.self)' has the values of another class")
    }
    self = object
  }

  /// Encodes what the object's values are now, unsaved changes included.
  ///
  /// - Throws: an `EncodingError` if the object is of a subclass that is not `.codable` itself;
  ///   what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    // The class of the object may extend the one that conforms.
    guard let object = self as? ManagedObject, let values = type(of: object).ownCodedValues else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "'\(Swift.type(of: self))' is not '.codable' itself, so that its own "
            + "attributes would be lost; write '@Entity(.codable)' for it as for its superclass"))
    }
    try values.encode(object, to: encoder)
  }
}

extension ManagedObject {
  /// The values of the class itself; nil where a superclass alone has some.
  fileprivate static var ownCodedValues: (any EntityValues.Type)? {
    guard let values = __codedValues, values.isOf(self) else { return nil }
    return values
  }
}

extension EntityValues {
  /// `true` if the values are those of objects of `type`.
  fileprivate static func isOf(_ type: ManagedObject.Type) -> Bool { Object.self == type }

  /// Encodes the values of `object`.
  fileprivate static func encode(_ object: ManagedObject, to encoder: any Encoder) throws {
    guard let object = object as? Object else { return }
    try Self(object).encode(to: encoder)
  }

  /// Inserts an object of what `decoder` has.
  fileprivate static func insert(
    from decoder: any Decoder, into context: ManagedObjectContext
  ) throws -> ManagedObject {
    let values = try Self(from: decoder)
    do {
      return try context.insert(values)
    } catch let error as PropertyError {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [PropertyKey(error.property)],
          debugDescription: error.message, underlyingError: error))
    }
  }
}

extension Decoder {
  /// Inserts an object of `values` into the context that the decoder has been given.
  fileprivate func insert<Values: EntityValues>(_ values: Values.Type) throws -> ManagedObject {
    let name = Values.Object.__entityName
    func refuse(_ message: String) -> DecodingError {
      DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: message))
    }
    guard let context = userInfo.managedObjectContext else {
      throw refuse(
        "decoding '\(name)' inserts an object, which takes a context: "
          + "'decoder.userInfo[.managedObjectContext] = context.forDecoding'")
    }
    guard try !context.unit.entity(of: Values.Object.self).layout.isAbstract else {
      throw refuse(
        "'\(name)' is abstract and has no objects of its own; decode one of a class that extends it"
      )
    }
    return try Values.insert(from: self, into: context)
  }
}
