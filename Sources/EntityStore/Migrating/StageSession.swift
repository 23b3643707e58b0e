/// What a stage of a migration reads and writes: the rows of the older model, as they were, and
/// those of the newer one, as they are made.
///
/// Rows that a stage does not make are carried over as without a stage: those of an entity when the
/// stage reads the entity first, and the others when it has ended.
package protocol StageSession: AnyObject {
  /// Where rows and values come from.
  var mapping: ModelMapping { get }

  /// Reads the older rows.
  var old: any StoreSession { get }

  /// Reads the newer rows; `prepareToRead` comes first.
  var new: any StoreSession { get }

  /// How the older objects are stored while the stage runs.
  var oldLayout: StoreLayout { get }

  /// Calls `body` with at most `limit` rows of `entity` itself whose ids are greater than `id`, in
  /// the order of their ids.
  func page(
    of entity: EntityLayout, isOld: Bool, after id: Int64, limit: Int,
    _ body: (inout __Row) throws -> Void
  ) throws

  /// Notes that the stage has visited the rows of `entity`, of the older model, so that it has seen
  /// to what would be lost of them.
  func noteVisit(of entity: EntityLayout)

  /// Makes sure that the newer rows that `query` may come across are there.
  func prepareToRead(_ query: EntityQuery) throws

  /// Leaves it to the stage to make the rows of `entity`, of the newer model.
  ///
  /// - Throws: an error if they have been carried over.
  func takeOver(_ entity: EntityLayout) throws

  /// Returns what is added to the ids of rows of `old`, of the older model, to have those of the
  /// rows of `new` that they are carried over to; `nil` if none are.
  func offset(of old: EntityLayout, in new: EntityLayout) -> Int64?

  /// Returns the id that has been noted as what the row `id` of `old` has become in the table of
  /// `new`, or `nil`.
  func notedID(_ id: Int64, of old: EntityLayout, in new: EntityLayout) throws -> Int64?

  /// Notes that the row `id` of `old` has become the row `newID` of `new`.
  func note(_ newID: Int64, of new: EntityLayout, madeOf id: Int64, of old: EntityLayout) throws

  /// Returns an id for a new row of `entity`, of the newer model.
  func reserveID(of entity: EntityLayout) throws -> Int64

  /// Adds the row `id` of `entity`, whose columns are `cells`; `version` is `nil` for a new row.
  func insert(
    _ entity: EntityLayout, id: Int64, version: Int64?, _ cells: UnsafeBufferPointer<__Cell>
  ) throws

  /// Gives the row `id` of `entity` the columns `cells`; returns `false` if there is none.
  func update(
    _ entity: EntityLayout, id: Int64, _ cells: UnsafeBufferPointer<__Cell>
  ) throws -> Bool

  /// Removes the row `id` of `entity`; returns `false` if there is none.
  func delete(_ entity: EntityLayout, id: Int64) throws -> Bool

  /// Links or unlinks two rows by a relationship of the newer model that is to-many at both ends.
  func setLink(_ link: ChangeSet.Link, isLinked: Bool) throws

  /// Notes that a row which the older model had does not become one of the newer.
  func noteLoss(of entity: EntityLayout)

  /// After how many rows a part of the work is committed; `nil` for all of it at once.
  var batchSize: Int? { get }

  /// Where the part of the work is to go on whose number is `part`: after this id of a row; `nil`
  /// if it has been done.
  func start(ofPart part: Int) -> Int64?

  /// Notes that `part` has been done up to the row `id`, or to its end if that is `nil`, and
  /// commits what has been done so far where the stage works in batches and a batch is complete.
  func finish(part: Int, upTo id: Int64?) throws

  /// Notes that `rows` more rows have been visited.
  func noteProgress(_ rows: Int)
}
