import EntityGraph

extension ObjectModel {
  /// The model of the example, which is in a target of its own for readers.
  static var bookshop: ObjectModel { .documentationTests }
}
