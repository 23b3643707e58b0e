import EntityModel
import Testing

/// Expects `rule` to find exactly `problems` in a model of `entities`, in this order.
func expect(
  _ rule: any ModelRule.Type, finds problems: [ModelProblem], in entities: [Entity],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    rule.problems(in: ObjectModel(entities: entities)) == problems, sourceLocation: sourceLocation)
}

/// Expects a model of `entities` to obey every rule.
func expectAccepted(
  _ entities: [Entity], sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(ObjectModel(entities: entities).problems == [], sourceLocation: sourceLocation)
  #expect(throws: Never.self, sourceLocation: sourceLocation) {
    try ObjectModel(entities: entities).validate()
  }
}
