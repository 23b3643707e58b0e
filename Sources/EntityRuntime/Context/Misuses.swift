import EntityModel
import EntityStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a program has done with a context that cannot be, and that could not throw: the next save
/// refuses it.
final class Misuses {
  /// Where a mistake has been made.
  private struct Subject: Hashable {
    /// The object, or the entity of one that is known by its `rowID`.
    let object: ObjectIdentifier

    /// The property, or -1 for the whole object.
    var index = -1
    var rowID: Int64 = 0
  }

  private var found: [(subject: Subject, problem: ValidationError.Problem)] = []

  /// `true` if there are none.
  var isEmpty: Bool { found.isEmpty }

  /// What is wrong, in the order in which it was done.
  var problems: [ValidationError.Problem] { found.map(\.problem) }

  /// Notes that the object `rowID` of `entity`, which is not in the model, has been made.
  func note(unknown entity: ManagedEntity, _ rowID: Int64) {
    add(
      Subject(object: ObjectIdentifier(entity), rowID: rowID),
      ValidationError.Problem(
        id: "validation.unknownClass",
        objectID: ObjectID(entityName: entity.rootName, rowID: rowID), entity: entity.name,
        property: "", message: Self.unknownClass(entity.type)))
  }

  /// Notes that the object `rowID` of `entity`, which is abstract, has been made.
  func note(abstract entity: ManagedEntity, _ rowID: Int64) {
    add(
      Subject(object: ObjectIdentifier(entity), rowID: rowID), entity.abstractProblem(rowID))
  }

  /// Notes that `end` was to refer to an object of another context.
  func note(foreignReference end: RelationshipEnd) {
    add(
      Subject(object: ObjectIdentifier(end.owner), index: end.index),
      ValidationError.Problem(
        "validation.otherContext", end.owner, end.index,
        "cannot refer to an object of another context; ask this context for the object with its id"
      ))
  }

  /// Notes that `end`, which holds its members in an order, was to hold `member` twice.
  func note(_ member: ManagedObject, twiceIn end: RelationshipEnd) {
    let inverse = end.inverse(at: member)?.relationship
    let advice =
      if let inverse, !inverse.isHidden {
        "an object whose '\(inverse.description.name)' has been set is in the array already"
      } else {
        "assign an array without it"
      }
    add(
      Subject(object: ObjectIdentifier(end.owner), index: end.index),
      ValidationError.Problem(
        "validation.duplicateMember", end.owner, end.index,
        "holds each object once, and was given \(member.__objectID) twice; \(advice)"))
  }

  /// Notes that `end` was to hold an object whose deletion has been saved, or whose creation has
  /// been taken back.
  func note(goneMemberOf end: RelationshipEnd) {
    add(
      Subject(object: ObjectIdentifier(end.owner), index: end.index),
      ValidationError.Problem(
        "validation.deleted", end.owner, end.index,
        "was given an object that has been deleted, or taken back by a rollback; leave it out"))
  }

  /// Notes that `object`, which belongs to another context, was to be deleted.
  func note(foreignDeletion object: ManagedObject) {
    add(
      Subject(object: ObjectIdentifier(object)),
      ValidationError.Problem(
        id: "validation.otherContext", objectID: object.__objectID, entity: object.__entity.name,
        property: "",
        message: "an object can be deleted only in its own context; ask this context for it with "
          + "its id"))
  }

  /// Forgets what was wrong with `end`, which has been given another value.
  func forget(_ end: RelationshipEnd) {
    guard !found.isEmpty else { return }
    let subject = Subject(object: ObjectIdentifier(end.owner), index: end.index)
    found.removeAll { $0.subject == subject }
  }

  /// Forgets what was wrong with `object`, which has been deleted.
  func forget(_ object: ManagedObject) {
    guard !found.isEmpty else { return }
    let known = Subject(object: ObjectIdentifier(object.__entity), rowID: object.__rowID)
    found.removeAll { $0.subject.object == ObjectIdentifier(object) || $0.subject == known }
  }

  /// Forgets everything.
  func forget() { found = [] }

  private func add(_ subject: Subject, _ problem: ValidationError.Problem) {
    if !found.contains(where: { $0.subject == subject }) { found.append((subject, problem)) }
  }

  /// Writes `message` to the standard error.
  static func show(_ message: String) {
    let line = Array("EntityGraph: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The sentence about a class that is not in the model.
  static func unknownClass(_ type: ManagedObject.Type) -> String {
    if type == ManagedObject.self {
      return "'ManagedObject' is no entity; write a request with its class, 'Book.all': one that "
        + "is made of a constant asks for the class that the constant is declared as"
    }
    return "'\(type)' is not in the model of this container; add the class to the ObjectModel that "
      + "the container is opened with"
  }

  /// The sentence about `property`, which is changed where nobody will save it.
  static func released(_ property: String) -> String {
    "\(property) has been changed in a context that has been released, so that nobody can save it; "
      + "hold the context"
  }
}

extension ManagedEntity {
  /// Accepts that objects are made of the entity.
  ///
  /// - Throws: a `ValidationError` if it is abstract.
  func requireConcrete() throws(ValidationError) {
    if layout.isAbstract { throw ValidationError(problems: [abstractProblem(0)]) }
  }

  /// Returns the problem that the object `rowID` has been made of the entity, which is abstract;
  /// 0 for one that has been refused before it was made.
  fileprivate func abstractProblem(_ rowID: Int64) -> ValidationError.Problem {
    ValidationError.Problem(
      id: "validation.abstract", objectID: ObjectID(entityName: rootName, rowID: rowID),
      entity: name, property: "", message: Self.abstractSentence(name))
  }

  /// The sentence about the entity `name`, which is abstract, where an object was to be made of it.
  static func abstractSentence(_ name: String) -> String {
    "'\(name)' is abstract and has no objects of its own; make one of a class that extends it"
  }
}
