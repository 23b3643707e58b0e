/// The templates of a unit of work, each of which takes longer to make than to be used.
struct RowTemplates {
  private let unit: UnitOfWork
  private var templates: [ObjectIdentifier: RowTemplate] = [:]

  /// The template that was asked for last, with its entity: rows of one follow one another.
  private var last: (entity: ManagedEntity, template: RowTemplate)?

  init(_ unit: UnitOfWork) { self.unit = unit }

  /// Returns the template of `entity`.
  mutating func template(of entity: ManagedEntity) -> RowTemplate {
    if let last, last.entity === entity { return last.template }
    let template = templates[ObjectIdentifier(entity)] ?? RowTemplate(entity, unit)
    templates[ObjectIdentifier(entity)] = template
    last = (entity, template)
    return template
  }
}
