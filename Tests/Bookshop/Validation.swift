import EntityGraph
import Foundation

@Entity final class Voucher: ManagedObject {
  @Attribute(.unique, .pattern("^[A-Z]{2}-[0-9]{4}$")) var code: String
  @Attribute(.length(1...40)) var text: String?
  @Attribute(.range(1...100)) var percent: Int = 10
  @Attribute(.range(0.01..<1000)) var least: Decimal?
  @Attribute(
    .rule("must be a full hour", id: "voucher.hour") { (time: Date) in
      time.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 3600) == 0
    }) var starts: Date?
  var ends: Date?
}

extension Voucher: ValidatedObject {
  func validate(_ problems: inout ValidationProblems) {
    guard let starts, let ends else { return }
    problems.require(ends > starts, \Voucher.ends, "must come after the start")
  }
}

/// Returns what is wrong with what `context` has changed, for people, by property.
func problems(in context: ManagedObjectContext) throws -> [String: [String]] {
  do {
    try context.save()
  } catch let error as ValidationError {
    return Dictionary(grouping: error.problems, by: \.property)
      .mapValues { $0.map(\.message) }
  } catch let error as StoreError {
    guard let taken = ValidationError(error) else { throw error }
    return Dictionary(grouping: taken.problems, by: \.property)
      .mapValues { $0.map(\.message) }
  }
  return [:]
}

/// Returns the rules of each attribute of `entity` in `model`, for a form.
func rules(of entity: String, in model: ObjectModel) -> [String: [String]] {
  let attributes = model.properties(of: entity).compactMap(\.attribute)
  return Dictionary(
    uniqueKeysWithValues: attributes.map { attribute in
      (attribute.name, attribute.rules.map { $0.text(for: attribute.type) })
    })
}

@Entity final class Settings: ManagedObject, SingleObject {
  var currency: String = "EUR"
  var openedAt: Date?
}

/// Returns the currency that prices are in.
func currency(_ context: ManagedObjectContext) throws -> String {
  try context.single(Settings.self).currency
}
