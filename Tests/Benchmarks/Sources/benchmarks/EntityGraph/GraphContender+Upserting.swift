import EntityGraph

extension GraphContender {
  /// Adds `members`.
  func insertMembers(_ members: [MemberValues]) throws {
    try container.newContext().insertAll(Member.self, from: members) { $0.assign($1) }
  }

  func upsert(_ library: Library) throws -> Work? {
    let members = library.comingMembers
    return {
      let context = self.container.newContext()
      let result = try context.insertAll(
        Member.self, from: members, onConflict: .update(by: \.email)
      ) {
        $0.assign($1)
      }
      return Tally(count: result.count(.inserted) + result.count(.updated))
    }
  }
}

extension Assignments<Member> {
  /// Assigns the values of a member.
  fileprivate mutating func assign(_ values: MemberValues) {
    self.email = values.email
    self.name = values.name
    self.visits = values.visits
    self.joined = values.joined
    self.note = values.note
  }
}
