import EntityGraph

extension GraphContender {
  /// Adds `members`.
  func insertMembers(_ members: [MemberValues]) throws {
    let context = container.newContext()
    try context.insertAll(Member.self, from: members) { Self.assign($1, to: &$0) }
  }

  func upsert(_ library: Library) throws -> Work? {
    let members = library.comingMembers
    return {
      let context = self.container.newContext()
      let result = try context.insertAll(
        Member.self, from: members, onConflict: .update(by: \.email)
      ) {
        Self.assign($1, to: &$0)
      }
      return Tally(count: result.count(.inserted) + result.count(.updated))
    }
  }

  private static func assign(_ values: MemberValues, to member: inout Assignments<Member>) {
    member.email = values.email
    member.name = values.name
    member.visits = values.visits
    member.joined = values.joined
    member.note = values.note
  }
}
