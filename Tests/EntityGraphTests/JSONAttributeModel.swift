import EntityGraph

@Entity(.values) final class Receipt: ManagedObject {
  @Attribute(.unique) var number: Int
  @Attribute var payload: JSON
  var extra: JSON?
  var lines: [JSON] = []
  var parts: [String: JSON]?
  var limits: JSON = ["low": 1, "high": 2, "b": [], "a": .null]
  @Attribute(.external) var scan: JSON?
}
