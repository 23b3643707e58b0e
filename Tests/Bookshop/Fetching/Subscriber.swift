import EntityGraph

/// Somebody who reads what the shop writes.
@Entity final class Subscriber: ManagedObject {
  @Attribute(.unique(.ignoringCase)) var email: String
  @Attribute(.indexed(.ignoringCase)) var name: String
  var city: String?
}
