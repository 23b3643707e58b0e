extension AsyncStream where Element: Sendable {
  /// A stream of `elements`, all of which are there.
  package init(of elements: some Sequence<Element>) {
    self.init { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }
}
