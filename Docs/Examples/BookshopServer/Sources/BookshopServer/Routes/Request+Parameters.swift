import EntityGraph
import Hummingbird

extension ShopContext {
  /// Returns the id in the path.
  ///
  /// - Throws: an `ObjectIDError` if it is not that of an object of `type`.
  func id<Object: ManagedObject>(of type: Object.Type) throws -> ObjectID {
    try ObjectID(parameters.require("id"), of: type)
  }
}

extension Request {
  /// Who makes a change, as the commit will say.
  var author: String? { headers[.from] }
}
