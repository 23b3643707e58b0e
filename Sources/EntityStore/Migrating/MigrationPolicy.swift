/// What happens when a store that was made for another model is opened.
public struct MigrationPolicy: Hashable, Sendable {
  /// Something that a migration may lose or convert.
  public struct Permission: Hashable, Sendable {
    /// What is allowed.
    package enum Kind: Hashable, Sendable {
      case removing, converting
    }

    /// What is allowed.
    package let kind: Kind

    /// The entity or property, as `Book` or `Book.title`.
    package let path: String

    private init(kind: Kind, path: String) {
      self.kind = kind
      self.path = path
    }

    /// Creates the permission that a snapshot stores as `text`, such as `removing Book.subtitle`;
    /// `nil` if it is none.
    package init?(text: String) {
      let words = text.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return nil }
      switch words[0] {
      case "removing": self = .removing(String(words[1]))
      case "converting": self = .converting(String(words[1]))
      default: return nil
      }
    }

    /// Allows the rows of an entity, the values of an attribute or what a relationship refers to,
    /// to be lost; `path` is `Book` or `Book.subtitle`, as they were called.
    public static func removing(_ path: String) -> Permission {
      Permission(kind: .removing, path: path)
    }

    /// Allows the values of an attribute to be converted to another type; values that the type does
    /// not have become nil, or the default value.
    public static func converting(_ path: String) -> Permission {
      Permission(kind: .converting, path: path)
    }
  }

  /// What is done with another model's store.
  package enum Action: Hashable, Sendable {
    case refuse, migrate, recreate

    /// Migrates a store too that has been migrated to a later model before.
    case migrateAlsoBack
  }

  /// What is done.
  package let action: Action

  /// What may be lost.
  package let permissions: Set<Permission>

  /// `true` if the file is copied before it is changed.
  package let makesBackup: Bool

  private init(action: Action, permissions: Set<Permission>, makesBackup: Bool) {
    self.action = action
    self.permissions = permissions
    self.makesBackup = makesBackup
  }

  /// Refuses a store that was made for another model.
  public static let refuse = MigrationPolicy(
    action: .refuse, permissions: [], makesBackup: false)

  /// Migrates a store where nothing is lost and nothing has to be asked, and refuses it otherwise.
  ///
  /// A store that has been migrated from this model to a later one is used as it is where all that
  /// has been added since are entities, optional attributes and indexes, and refused otherwise.
  public static let automatic = MigrationPolicy(
    action: .migrate, permissions: [], makesBackup: false)

  /// Migrates a store as `automatic` does; with `backup`, the file is copied beforehand to one of
  /// the same name that ends with `.backup-` and the version of its model.
  public static func automatic(backup: Bool) -> MigrationPolicy {
    MigrationPolicy(action: .migrate, permissions: [], makesBackup: backup)
  }

  /// Removes everything from a store that was made for another model, or that is damaged; for what
  /// can be made again, such as a cache.
  public static let recreate = MigrationPolicy(
    action: .recreate, permissions: [], makesBackup: false)

  /// Migrates a store, losing no more than `permissions` say; also one that has been migrated from
  /// this model to a later one, back to this.
  ///
  /// With `backup`, the file is copied beforehand to one of the same name that ends with
  /// `.backup-` and the version of its model.
  public static func migrating(
    allowing permissions: Permission..., backup: Bool = false
  ) -> MigrationPolicy {
    MigrationPolicy(allowing: permissions, backup: backup)
  }

  /// Creates the policy that migrates a store, losing no more than `permissions` say.
  package init(allowing permissions: [Permission], backup: Bool = false) {
    self.init(
      action: .migrateAlsoBack, permissions: Set(permissions), makesBackup: backup)
  }
}
