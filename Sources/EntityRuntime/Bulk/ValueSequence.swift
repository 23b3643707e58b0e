import EntityModel
import EntityStore

/// The values of many objects, one after the other, of which a few are in memory at once.
///
///     for try await book in container.stream(Book.sorted(by: \.title), as: Book.Values.self) { … }
///
/// Nothing is read before the first value is asked for, and each batch when its first value is:
/// whoever is slow reads slowly. Between two batches nothing is held in the store, so that a stream
/// that takes hours keeps no old state of it.
///
/// Which objects there are, and in what order, is found at the beginning, by their ids alone: eight
/// bytes for each. The values of a batch are those of one moment, when it is read; an object that
/// does not exist any more is left out. No object comes twice.
///
/// The sequence may be iterated more than once; each iteration reads again.
public struct ValueSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = any Error

  /// Where the values come from.
  private let container: PersistentContainer

  /// Returns the ids of all rows, in order.
  private let findIDs: @Sendable (ManagedObjectContext) throws -> RowIDList

  /// Returns the values of rows, in order.
  private let findValues: @Sendable (ManagedObjectContext, ArraySlice<Int64>) throws -> [Element]

  /// How many are read together.
  private let batch: Int

  init(
    _ container: PersistentContainer, batch: Int,
    ids: @escaping @Sendable (ManagedObjectContext) throws -> RowIDList,
    values: @escaping @Sendable (ManagedObjectContext, ArraySlice<Int64>) throws -> [Element]
  ) {
    self.container = container
    self.batch = batch
    findIDs = ids
    findValues = values
  }

  /// Returns what reads the values.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

  /// Reads the values, batch by batch.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let sequence: ValueSequence

    /// The ids of the rows; `nil` before the first.
    private var ids: RowIDList?

    /// How many of the rows have been read.
    private var position = 0

    /// What has been read and not been handed out.
    private var values: ArraySlice<Element> = []

    /// `true` once reading has failed.
    private var hasFailed = false

    fileprivate init(sequence: ValueSequence) { self.sequence = sequence }

    /// Returns the next value, or `nil` when there is none.
    ///
    /// - Throws: what `container.read` throws; there are no more values then.
    public mutating func next() async throws -> Element? {
      try await next(isolation: #isolation)
    }

    /// Returns the next value, or `nil` when there is none.
    ///
    /// - Throws: what `container.read` throws; there are no more values then.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Element? {
      while values.isEmpty {
        if hasFailed || ids?.count == position { return nil }
        do {
          try await readBatch(isolation: actor)
        } catch {
          hasFailed = true
          throw error
        }
      }
      return values.popFirst()
    }

    private mutating func readBatch(isolation actor: isolated (any Actor)?) async throws {
      try StoreError.checkBatch(sequence.batch)
      let (sequence, known, start) = (sequence, ids, position)
      let (ids, end, found) = try await sequence.container.read { context in
        let ids = try known ?? sequence.findIDs(context)
        let end = start + Swift.min(sequence.batch, ids.count - start)
        return (ids, end, try sequence.findValues(context, ids[start..<end]))
      }
      self.ids = ids
      position = end
      values = found[...]
    }
  }
}

extension PersistentContainer {
  /// Returns the rows that `request` asks for, to be read `batch` at a time.
  ///
  ///     for try await title in container.stream(Book.select { $0.title }) { … }
  ///
  /// A request for groups or for distinct rows is refused when it is read: it is computed as a
  /// whole, by `fetch`.
  ///
  /// - Parameters:
  ///   - request: Which columns of which objects.
  ///   - batch: How many rows are read together; fewer than 1 are refused when it is read.
  public func stream<Object: ManagedObject, Row: Sendable>(
    _ request: ResultRequest<Object, Row>, batch: Int = 500
  ) -> ValueSequence<Row> {
    ValueSequence(self, batch: batch) { context in
      guard !request.parts.query.isGrouped else {
        let entity = request.parts.query.base.entity
        throw StoreError(
          .invalidRequest,
          "rows of groups of '\(entity)', and distinct ones, are computed all at once and cannot be "
            + "streamed; use 'fetch'", entity: entity)
      }
      return try context.unit.queries.rowIDs(request.parts.query.base)
    } values: { context, ids in
      try context.rows(of: request, ids)
    }
  }

  /// Returns the values of the objects that `request` asks for, to be read `batch` at a time.
  ///
  ///     for try await book in container.stream(Book.all, as: Book.Values.self) { … }
  ///
  /// - Parameters:
  ///   - request: Which objects.
  ///   - type: The values that `@Entity(.values)` has generated.
  ///   - batch: How many objects are read together; at least 1.
  public func stream<Values: EntityValues>(
    _ request: FetchRequest<Values.Object>, as type: Values.Type, batch: Int = 500
  ) -> ValueSequence<Values> {
    stream(request, batch: batch) { Values($0) }
  }

  /// Returns what `transform` makes of the objects that `request` asks for, to be read `batch` at a
  /// time.
  ///
  ///     for try await line in container.stream(Book.all, { "\($0.title), \($0.pages)" }) { … }
  ///
  /// - Parameters:
  ///   - request: Which objects.
  ///   - batch: How many objects are read together; at least 1.
  ///   - transform: Takes what is wanted of an object, which is of no use once it has returned.
  public func stream<Object: ManagedObject, Element: Sendable>(
    _ request: FetchRequest<Object>, batch: Int = 500,
    _ transform: @escaping @Sendable (Object) throws -> Element
  ) -> ValueSequence<Element> {
    ValueSequence(self, batch: batch) { context in
      let entity = try context.unit.entity(of: Object.self)
      try Prefetcher(unit: context.unit).check(request.prefetched, of: entity)
      return try context.unit.queries.rowIDs(request.entityQuery(entity.name))
    } values: { context, ids in
      let root = try context.unit.entity(of: Object.self).rootName
      let objects = try context.unit.queries.objects(
        Object.self, with: ids.map { ObjectID(entityName: root, rowID: $0) })
      try Prefetcher(unit: context.unit).read(request.prefetched, of: objects)
      return try objects.map { try transform(unsafeDowncast($0, to: Object.self)) }
    }
  }
}
