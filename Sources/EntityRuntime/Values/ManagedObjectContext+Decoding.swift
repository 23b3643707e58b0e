extension CodingUserInfoKey {
  /// The context that decoded objects are inserted into: a decoder's `userInfo` has
  /// `context.forDecoding` for it.
  public static var managedObjectContext: CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "EntityGraph.managedObjectContext") else {
      preconditionFailure("every text is the key of something in userInfo")
    }
    return key
  }
}

extension ManagedObjectContext {
  /// The context as a decoder can be given it, to insert the objects that it decodes.
  ///
  ///     decoder.userInfo[.managedObjectContext] = context.forDecoding
  ///
  /// The decoder is used where the context may be: in the same closure of `container.read` or
  /// `container.write`, or on the thread that the context belongs to.
  public var forDecoding: ForDecoding { ForDecoding(context: self) }

  /// A context in the `userInfo` of a decoder.
  public struct ForDecoding: @unchecked Sendable {
    // Decoders ask for values that are Sendable, and decode where they are called, which is where
    // the context may be used. Nobody else can take the context out.
    fileprivate let context: ManagedObjectContext
  }
}

extension [CodingUserInfoKey: Any] {
  /// The context that decoded objects are inserted into, given as it is or `forDecoding`.
  var managedObjectContext: ManagedObjectContext? {
    let value = self[.managedObjectContext]
    return (value as? ManagedObjectContext.ForDecoding)?.context ?? value as? ManagedObjectContext
  }
}
