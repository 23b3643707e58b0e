/// The values of a member of the library.
struct MemberValues: Sendable {
  let email: String
  let name: String
  let visits: Int
  let joined: Double
  let note: String?

  /// Creates the values of member `number`, who has come `visits` times.
  init(_ number: Int, visits: Int) {
    email = "member\(number)@example.org"
    name = number % 10 == 0 ? "Zoë Größe the \(number)th" : "Reader of books the \(number)th"
    self.visits = visits
    joined = Double(number * 7919 % 100_000)
    note = number % 3 == 0 ? nil : "A note of some length about the member number \(number)"
  }
}

extension Library {
  /// The members that there are: every other one of those that come.
  var knownMembers: [MemberValues] {
    stride(from: 0, to: scale.members, by: 2).map { MemberValues($0, visits: 1) }
  }

  /// All members who come, in an order that has nothing to do with that of the ones that there are.
  var comingMembers: [MemberValues] {
    (0..<scale.members).map { MemberValues($0 * 48_271 % scale.members, visits: 2) }
  }
}
