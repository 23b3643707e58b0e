import EntityGraph
import Foundation

/// Has an attribute of each type that a filter reads.
@Entity final class Deposit: ManagedObject {
  @Attribute(.unique) var login: String
  @Attribute(.secret) var passwordHash: String = ""
  var small: Int8 = 0
  var great: UInt64 = 0
  var share: Float = 0
  var ratio: Double = 0
  var balance: Decimal = 0
  var opened: Date?
  var key: UUID?
  var picture: Data?
  var home: URL?
  var isActive: Bool = false
  var labels: [String] = []
  @Relationship(inverse: "accounts", deleteRule: .nullify) var vault: Vault?
}

@Entity final class Vault: ManagedObject {
  var name: String = ""
  @Attribute(.secret) var code: String = ""
  @Relationship(inverse: "vault", deleteRule: .nullify) var accounts: Set<Deposit>
}

/// Three accounts, two of them in one vault.
struct Vaults {
  let bench: Bench
  let vault: Vault
  let accounts: [Deposit]

  var context: ManagedObjectContext { bench.context }

  init() throws {
    bench = try Bench(Deposit.self, Vault.self)
    let context = bench.context
    vault = Vault(name: "North", in: context)
    let first = Deposit(login: "a", in: context)
    first.passwordHash = "x1"
    first.small = 5
    first.great = .max
    first.share = 0.1
    first.ratio = 2
    first.balance = 10.5
    first.opened = Date(timeIntervalSinceReferenceDate: 0)
    first.key = UUID(uuidString: "123E4567-E89B-12D3-A456-426614174000")
    first.picture = Data([1, 2, 3])
    first.home = URL(string: "https://example.org/a")
    first.isActive = true
    first.vault = vault
    let second = Deposit(login: "b", in: context)
    second.small = -5
    second.vault = vault
    let third = Deposit(login: "C", in: context)
    third.ratio = 0.5
    try context.save()
    accounts = [first, second, third]
  }
}
