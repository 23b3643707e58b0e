/// Two entities have different names, whatever the case of ASCII letters, which SQL does not
/// distinguish.
enum UniqueEntityNames: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    let counts = Dictionary(model.entities.map { ($0.name, 1) }, uniquingKeysWith: +)
    let names = counts.keys.sorted()
    let spellings = Dictionary(grouping: names) { $0.spellingInSQL }
    return names.flatMap { name in
      var found: [ModelProblem] = []
      if let count = counts[name], count > 1 {
        found.append(
          ModelProblem(
            .duplicateEntity, in: name,
            "entity '\(name)' is defined \(count) times; entity names must be unique"))
      }
      if let alike = spellings[name.spellingInSQL], alike.count > 1, alike[0] == name {
        let list = alike.map { "'\($0)'" }.joined(separator: " and ")
        found.append(
          ModelProblem(
            .duplicateEntity, in: name,
            "the names of entities \(list) must differ in more than case"))
      }
      return found
    }
  }
}
