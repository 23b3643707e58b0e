extension ChangeTracker {
  /// The lists at one moment.
  struct Lists {
    let inserted: [ManagedObject]
    let changed: [ManagedObject]
    let deleted: [ManagedObject]
    let touched: [ManagedObject]

    /// The objects that have been deleted softly; `nil` for those that are known.
    var deletedSoftly: Set<ManagedObject>?

    /// All the objects, each as often as it is listed.
    var all: [ManagedObject] { inserted + changed + deleted + touched }
  }
}
