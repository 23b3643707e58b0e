import GRDB

extension TunedContender {
  func upsert(_ library: Library) throws -> Work? {
    let members = library.comingMembers
    return {
      try self.pool.write { database in
        let upsert = try database.cachedStatement(
          sql: """
            INSERT INTO Member (_version, email, name, visits, joined, note)
            VALUES (1, ?, ?, ?, ?, ?)
            ON CONFLICT (email) DO UPDATE SET name = excluded.name, visits = excluded.visits,
            joined = excluded.joined, note = excluded.note, _version = _version + 1 RETURNING _id
            """)
        var ids: [Int64] = []
        for member in members {
          upsert.arguments = [member.email, member.name, member.visits, member.joined, member.note]
          if let id = try Int64.fetchOne(upsert) { ids.append(id) }
        }
        return Tally(count: ids.count)
      }
    }
  }
}
