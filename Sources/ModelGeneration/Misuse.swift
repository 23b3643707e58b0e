/// Words that ask for nothing a program can do.
package struct Misuse: Error, CustomStringConvertible {
  /// What is wrong with the words.
  package let description: String

  package init(_ description: String) { self.description = description }
}
