import EntityModel

extension StorageType {
  /// What JSON has for values of the type.
  var wanted: String {
    switch self {
    case .boolean: "true or false"
    case .int8, .int16, .int32, .int64: "a whole number within the range of the property"
    case .uint8, .uint16, .uint32, .uint64:
      "a whole number that is not negative, within the range of the property"
    case .float, .double: "a number"
    case .string, .json: "a text"
    case .url: "the text of a URL"
    case .date: "a date in ISO 8601, such as \"2024-05-31T12:00:00Z\" or \"2024-05-31\","
    case .data: "a text in Base64"
    case .uuid: "a text such as \"123E4567-E89B-12D3-A456-426614174000\""
    case .decimal: "a number, or the text of one,"
    @unknown default: "another value"
    }
  }
}
