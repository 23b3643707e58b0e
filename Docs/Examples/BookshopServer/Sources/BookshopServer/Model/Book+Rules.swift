import EntityGraph

extension Book {
  /// Refuses what no book may be.
  ///
  /// - Throws: a `Refusal` with everything that is wrong.
  func check() throws {
    var problems: [Refusal.Problem] = []
    func require(_ isFine: Bool, _ property: String, _ message: String) {
      if !isFine { problems.append(Refusal.Problem(property: property, message: message)) }
    }
    require(!title.isEmpty, "title", "must not be empty")
    require(
      isbn.count == 13 && isbn.allSatisfy { $0.isASCII && $0.isNumber }, "isbn",
      "must consist of 13 digits")
    require(pages >= 0, "pages", "must not be negative")
    require(price >= 0, "price", "must not be negative")
    require(stock >= 0, "stock", "must not be negative")
    if !problems.isEmpty { throw Refusal.invalid(problems) }
  }
}
