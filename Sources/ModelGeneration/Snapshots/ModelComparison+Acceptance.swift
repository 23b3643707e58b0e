package import EntityModel

extension ModelComparison {
  /// What is lost or converted on the way to the newer model, in the words of a snapshot, such as
  /// `removing Book.subtitle`.
  package var losses: [String] {
    let found = changes.filter { $0.effect != .automatic }.flatMap(losses)
    return Set(
      found.compactMap { loss in
        loss.names.first.map { (loss.isConversion ? "converting " : "removing ") + $0 }
      }
    ).sorted()
  }
}
