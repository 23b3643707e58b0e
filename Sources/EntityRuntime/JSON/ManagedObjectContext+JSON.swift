public import EntityJSON
import EntityModel

extension ManagedObjectContext {
  /// Returns `object` as JSON, unsaved changes included.
  ///
  ///     let json = try context.json(book, as: JSONShape { $0.title; $0.author { $0.name } })
  ///
  /// - Throws: a `JSONWritingError` for a value that JSON has nothing for; a `ReadError` if the
  ///   store fails.
  public func json<Object: ManagedObject>(
    _ object: Object, as shape: JSONShape<Object> = .attributes, format: JSONFormat = JSONFormat()
  ) throws -> JSON {
    var writer = ObjectWriter(shape.members, format)
    try read { try writer.append(object) }
    return JSON(building: { $0 = writer.writer })
  }

  /// Returns `objects` as a list, unsaved changes included.
  ///
  /// What they refer to is read for all of them together.
  ///
  /// - Throws: as for one object.
  public func json<Object: ManagedObject>(
    _ objects: some Sequence<Object>, as shape: JSONShape<Object> = .attributes,
    format: JSONFormat = JSONFormat()
  ) throws -> JSON {
    var writer = ObjectWriter(shape.members, format)
    try read { try writer.append(objects) }
    return JSON(building: { $0 = writer.writer })
  }

  /// Returns the objects that `request` finds as a list, in their order.
  ///
  /// - Throws: as for one object; a `StoreError` if the store fails.
  public func json<Object: ManagedObject>(
    _ request: FetchRequest<Object>, as shape: JSONShape<Object> = .attributes,
    format: JSONFormat = JSONFormat()
  ) throws -> JSON {
    try json(fetch(request), as: shape, format: format)
  }

  /// Writes the objects that `request` finds as a list, in their order, a piece at a time.
  ///
  ///     try context.writeJSON(Book.all, as: shape) { try file.write(contentsOf: $0) }
  ///
  /// No more than `batch` objects are in memory at once beside those that the program holds, so
  /// that there may be any number. What each batch refers to is read together. As `forEach` does,
  /// it sees one state of the store.
  ///
  /// - Parameters:
  ///   - batch: How many objects are read at a time.
  ///   - output: Takes the pieces, UTF-8 of some ten thousand bytes, which together are the text.
  /// - Throws: as for a list, and what `output` throws; what has been written before is the
  ///   beginning of a text then.
  public func writeJSON<Object: ManagedObject>(
    _ request: FetchRequest<Object>, as shape: JSONShape<Object> = .attributes,
    format: JSONFormat = JSONFormat(), batch: Int = 500, to output: ([UInt8]) throws -> Void
  ) throws {
    var writer = ObjectWriter(shape.members, format)
    writer.writer.beginArray()
    var position = 0
    try forEach(request, batch: batch) { object in
      try writer.append(object, atPosition: position)
      position += 1
      if writer.writer.bytes.count >= 1 << 14 {
        try output(writer.writer.takeBytes())
      }
    }
    writer.writer.endArray()
    try output(writer.writer.takeBytes())
  }
}

extension ObjectWriter {
  /// Adds a list of `objects`.
  fileprivate mutating func append<Object: ManagedObject>(
    _ objects: some Sequence<Object>
  ) throws {
    writer.beginArray()
    let isDone: Void? = try objects.withContiguousStorageIfAvailable { objects in
      // References to objects of a class are ones to objects of its superclass, and code that is
      // not generic takes a tenth less for each.
      let objects = UnsafeRawBufferPointer(objects).assumingMemoryBound(to: ManagedObject.self)
      for position in objects.indices {
        if position == Self.sampleCount {
          writer.expect(byteCount: writer.bytes.count / position * objects.count)
        }
        try append(objects[position], atPosition: position)
      }
    }
    if isDone == nil {
      for (position, object) in objects.enumerated() { try append(object, atPosition: position) }
    }
    writer.endArray()
  }

  /// How many objects are written before the length of the whole text is estimated.
  private static let sampleCount = 100
}
