extension Package {
  /// What the package depends on, directly or through others.
  var allDependencies: Set<Package> { reached(by: \.dependencies) }

  /// What depends on the package, directly or through others.
  var allDependents: Set<Package> { reached(by: \.dependents) }

  /// Returns what `relationship`, followed again and again, leads to; never the package itself.
  private func reached(by relationship: KeyPath<Package, some Sequence<Package>>) -> Set<Package> {
    var reached: Set<Package> = [self]
    var frontier = reached
    // The packages of one step came in one batch, so each step asks the store once.
    while !frontier.isEmpty {
      var next: Set<Package> = []
      for package in frontier { next.formUnion(package[keyPath: relationship]) }
      frontier = next.subtracting(reached)
      reached.formUnion(frontier)
    }
    reached.remove(self)
    return reached
  }
}
