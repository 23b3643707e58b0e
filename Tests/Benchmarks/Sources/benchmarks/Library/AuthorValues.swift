/// The values of an author.
struct AuthorValues: Sendable {
  let name: String
  let email: String
  let born: Double?
  let active: Bool
  let rating: Double

  /// Creates the values of author `number`.
  init(_ number: Int) {
    name = number % 10 == 0 ? "Jürgen Größe the \(number)th" : "Ursula Writer the \(number)th"
    email = "author\(number)@example.org"
    born = number % 4 == 0 ? nil : Double(number % 100) * 31_557_600
    active = number % 5 != 0
    rating = Double(number % 50) / 10
  }
}
