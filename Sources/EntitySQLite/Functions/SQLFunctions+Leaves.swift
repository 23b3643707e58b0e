import EntityCSQLite
import EntityModel
import EntityStore

/// Functions of compositions.
extension SQLFunctions {
  /// Answers with the leaf, at the path that the second argument is and of the type that the third
  /// names, of the composition that the first is.
  static func leaf(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let json = bytes(arguments, 0), let path = text(arguments, 1),
      let type = text(arguments, 2).flatMap(StorageType.init)
    else { return }
    let value = StoredValue(leaf: path, of: Array(json), as: type)
    if case .real(let real) = value { return __Cell(real: real).answer(context) }
    answer(context, value)
  }

  /// Answers with the composition that the first argument is, with its leaves as the second says.
  static func recompose(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let json = bytes(arguments, 0),
      let conversion = text(arguments, 1).flatMap(LeafConversion.init(text:))
    else { return }
    answer(context, .text(String(decoding: conversion.converted(Array(json)), as: UTF8.self)))
  }
}
