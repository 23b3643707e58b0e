// Lists of objects, which may have many thousands of members and are searched for one of them.
// References are compared as they are stored: going through objects one by one counts each.

extension Array where Element: ManagedObject {
  /// The same objects as objects of any class.
  ///
  /// - Complexity: O(1), where a conversion by `as` goes through all elements.
  var asManagedObjects: [ManagedObject] {
    // An array is a reference to its elements, which are references whatever their class.
    unsafeBitCast(self, to: [ManagedObject].self)
  }
}

extension [ManagedObject] {
  /// Returns the same objects as objects of `type`, which all of them are.
  ///
  /// - Complexity: O(1).
  func downcast<Object: ManagedObject>(to type: Object.Type) -> [Object] {
    unsafeBitCast(self, to: [Object].self)
  }

  /// Returns where `object` is for the first time; `nil` if it is not there.
  func position(of object: ManagedObject) -> Int? {
    let wanted = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    return withReferences { $0.firstIndex(of: wanted) }
  }

  /// Returns where `object` is for the last time; `nil` if it is not there.
  func lastPosition(of object: ManagedObject) -> Int? {
    let wanted = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    return withReferences { $0.lastIndex(of: wanted) }
  }

  /// The first object that comes a second time; `nil` if all are different.
  var firstRepeated: ManagedObject? {
    var known: Set<ObjectIdentifier> = []
    return first { !known.insert(ObjectIdentifier($0)).inserted }
  }

  /// `true` if the first objects are those of `others`.
  func begins(with others: [ManagedObject]) -> Bool {
    guard others.count <= count else { return false }
    return withReferences { references in
      others.withReferences { $0.elementsEqual(references.prefix($0.count)) }
    }
  }

  private func withReferences<Result>(
    _ body: (UnsafeBufferPointer<UnsafeRawPointer>) -> Result
  ) -> Result {
    withUnsafeBytes { body($0.assumingMemoryBound(to: UnsafeRawPointer.self)) }
  }
}
