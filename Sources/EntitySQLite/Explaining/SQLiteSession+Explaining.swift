import EntitySQL
import EntityStore

extension SQLiteSession {
  func plan(_ question: StoreQuestion) throws -> StorePlan? {
    let sql =
      switch question {
      case .rows(let query): try QueryLowering.lower(query, .rows, statements).text
      case .count(let query): try QueryLowering.lower(query, .count, statements).text
      case .results(let query): try QueryLowering.lower(query, statements).query.text
      }
    let reading = PlanReading(
      sql, layout, statements.dialect, sortsAsLanguage: question.sortsAsLanguage)
    let steps = QueryPlan(of: sql, on: connection.handle).steps.map(reading.meaning)
    let isWanting = steps.contains { step in
      switch step.kind {
      case .scan, .sort, .searchOfTemporaryIndex: true
      case .search, .other: false
      }
    }
    // Where everything is found by an index already, another one would be used in its place.
    let missing =
      isWanting
      ? try IndexTrial(statements, of: connection).missingIndexes(for: question, sql) : []
    return StorePlan(sql: sql, steps: steps, missingIndexes: missing)
  }
}
