/// The names of the properties that lead from an object to a value: to-ones, then the last one.
package struct PropertyPath: Codable, Hashable, Sendable {
  /// The names, first to last; empty for the object itself.
  package var names: [String]

  /// Creates the path of `names`.
  package init(_ names: [String] = []) { self.names = names }

  /// Returns the path followed by `name`.
  package func appending(_ name: String) -> PropertyPath { PropertyPath(names + [name]) }

  /// The names joined by dots.
  package var text: String { names.joined(separator: ".") }
}
