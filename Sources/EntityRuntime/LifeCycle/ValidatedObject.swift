import EntityModel

/// An entity whose objects say themselves whether they are fit to be saved.
///
///     extension Meeting: ValidatedObject {
///       func validate(_ problems: inout ValidationProblems) {
///         if end < start { problems.add(\Meeting.end, "must not come before the start") }
///       }
///     }
///
/// Every save asks each object that it would insert or change, after `willSave()`, and reports all
/// problems of all objects together with those that the library finds: rules of attributes,
/// required values, counts of relationships, what has been deleted. A class that is not final
/// declares `validate(_:)` in itself; its subclasses override it and call `super`.
///
/// What changes rows without making objects asks none: `update`, `insertAll` and `execute` of a
/// context.
public protocol ValidatedObject: ManagedObject {
  /// Adds to `problems` what is wrong with the object; it changes nothing.
  func validate(_ problems: inout ValidationProblems)
}

/// What is wrong with one object, as it says itself.
public struct ValidationProblems {
  private let object: ManagedObject

  /// The problems so far, in the order in which they were added.
  public private(set) var all: [ValidationError.Problem] = []

  init(_ object: ManagedObject) { self.object = object }

  /// Adds that the value of `keyPath` is not fit to be saved.
  ///
  /// - Parameters:
  ///   - keyPath: The property that a person is to change: `\Meeting.end`.
  ///   - message: What is wrong, to follow the property's name: "must not come before the start".
  ///   - rule: The permanent name of the rule, by which a program knows it.
  public mutating func add<Object: ManagedObject>(
    _ keyPath: PartialKeyPath<Object>, _ message: String, rule: String = "validation.rule"
  ) {
    add(
      property: KnownKeyPaths.ownName(of: keyPath, in: object.__entity.type) ?? "", message,
      rule: rule)
  }

  /// Adds that the object as a whole is not fit to be saved.
  public mutating func add(_ message: String, rule: String = "validation.rule") {
    add(property: "", message, rule: rule)
  }

  /// Adds that `keyPath` is not fit to be saved unless `condition` holds.
  public mutating func require<Object: ManagedObject>(
    _ condition: Bool, _ keyPath: PartialKeyPath<Object>, _ message: @autoclosure () -> String,
    rule: String = "validation.rule"
  ) {
    if !condition { add(keyPath, message(), rule: rule) }
  }

  private mutating func add(property: String, _ message: String, rule: String) {
    let entity = object.__entity.name
    let subject = property.isEmpty ? entity : "\(entity).\(property)"
    all.append(
      ValidationError.Problem(
        id: rule, objectID: object.__objectID, entity: entity, property: property,
        message: "'\(subject)' \(message)"))
  }
}

extension ManagedObject {
  /// What is wrong with the object, as it says itself.
  final var ownProblems: [ValidationError.Problem] {
    guard __entity.isValidated, let object = self as? any ValidatedObject else { return [] }
    var problems = ValidationProblems(self)
    object.validate(&problems)
    return problems.all
  }
}
