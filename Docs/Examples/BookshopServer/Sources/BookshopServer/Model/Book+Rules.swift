import EntityGraph

extension Book {
  /// Refuses what no book may be.
  ///
  /// - Throws: a `Refusal` with everything that is wrong.
  func check() throws {
    let problems = Self.rules.filter { !$0.holds(self) }.map {
      Refusal.Problem(property: $0.name, message: $0.message)
    }
    if !problems.isEmpty { throw Refusal.invalid(problems) }
  }

  /// What every book has to be.
  fileprivate struct Rule: Sendable {
    var name: String
    var property: any PartialKeyPath<Book> & Sendable
    var message: String
    var holds: @Sendable (Book) -> Bool
  }

  fileprivate static let rules = [
    Rule(name: "title", property: \.title, message: "must not be empty") { !$0.title.isEmpty },
    Rule(name: "isbn", property: \.isbn, message: "must consist of 13 digits") {
      $0.isbn.count == 13 && $0.isbn.allSatisfy { $0.isASCII && $0.isNumber }
    },
    Rule(name: "pages", property: \.pages, message: "must not be negative") { $0.pages >= 0 },
    Rule(name: "price", property: \.price, message: "must not be negative") { $0.price >= 0 },
    Rule(name: "stock", property: \.stock, message: "must not be negative") { $0.stock >= 0 },
  ]
}

/// No save stores what the rules forbid, wherever it comes from.
extension Book: ValidatedObject {
  func validate(_ problems: inout ValidationProblems) {
    for rule in Self.rules where !rule.holds(self) { problems.add(rule.property, rule.message) }
  }
}
