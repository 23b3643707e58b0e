import EntityModel
import EntityStore

/// What rows of each entity have, made once for a payload.
final class PayloadForms {
  private let format: JSONFormat
  private var forms: [String: PayloadForm] = [:]

  /// The properties that rows may have, by the names of entities; `nil` for all.
  private let listed: [String: Set<String>]?

  /// - Throws: that the options name a part of a value as a member.
  init(_ options: SyncOptions, _ model: ManagedModel) throws(StoreError) {
    format = options.format
    listed = try options.members.names(in: model)
  }

  /// `true` if rows of `entity` may have members.
  func isListed(_ entity: ManagedEntity) -> Bool {
    listed.map { listed in entity.layout.lineage.contains { listed[$0] != nil } } ?? true
  }

  /// The members of each form that are in the report, by the names of entities.
  var unknownNames: [String: Set<String>] {
    get { forms.mapValues(\.unknownNames) }
    set { for form in forms.values { form.unknownNames = newValue[form.entity.name] ?? [] } }
  }

  /// Returns what rows of `entity` have.
  ///
  /// - Throws: that objects of the entity cannot be found by a row.
  func form(of entity: ManagedEntity) throws(StoreError) -> PayloadForm {
    if let form = forms[entity.name] { return form }
    let names = listed.map { listed in
      entity.layout.lineage.reduce(into: Set<String>()) { $0.formUnion(listed[$1] ?? []) }
    }
    let form = try PayloadForm(entity, format, listed: names, isListed: isListed(entity))
    forms[entity.name] = form
    return form
  }
}
