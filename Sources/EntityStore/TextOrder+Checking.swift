import EntityModel

extension TextOrder {
  /// Accepts the order for values of `type`, by which a request for `entity` sorts; `nil` for a
  /// constant, which orders nothing.
  func check(_ type: StorageType?, _ entity: String) throws(StoreError) {
    if let type, type != .string, type != .url {
      throw StoreError(
        .invalidRequest,
        "a request for '\(entity)' sorts values of the type '\(type.rawValue)' as a language does, "
          + "which has an order of texts alone; leave out 'locale:'", entity: entity)
    }
    try requireKnown(entity)
  }

  /// Throws if the process does not know the order, which a request for `entity` has.
  func requireKnown(_ entity: String) throws(StoreError) {
    guard comparison == nil else { return }
    let numeric = isNumeric ? ", numeric: true" : ""
    throw StoreError(
      .invalidRequest,
      "a request for '\(entity)' is in the order of a language that this process does not know yet; "
        + "import EntityGraphFoundation and, when the program begins, make a request with 'locale: "
        + "Locale(identifier: \(locale.debugDescription))\(numeric)'", entity: entity)
  }
}
