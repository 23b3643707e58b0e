import EntityModel
import Testing

@Suite struct ModelErrorTests {
  @Test func everyRuleReportsAllItsProblemsAtOnce() {
    let text = """
      the model has 14 problems:
        the names of entities 'Atlas' and 'atlas' must differ in more than case \
      [model.entity.duplicate]
        'Author.books' cannot have the delete rule 'nullify', since 'Book.author' is required; \
      use 'cascade' or 'deny', or make 'author' optional [model.relationship.nullify-required]
        entity 'Book' is defined 2 times; entity names must be unique [model.entity.duplicate]
        'Book.all' fetches 'Nothing', which is not an entity of this model; add the class to the \
      model [model.fetched.target-unknown]
        'Book.cover' names 'Author.book' as its inverse, which does not exist \
      [model.relationship.inverse-missing]
        'Book.editor' and 'Author.books' must name each other as inverse; 'Author.books' names \
      'author' [model.relationship.inverse-not-mutual]
        'Book.illustrator' names 'Author.name' as its inverse, which is not a relationship \
      [model.relationship.inverse-not-relationship]
        'Book.next' cannot hold from 2 to 1 objects; the least must not be negative, the most not \
      below it or below 1, and the most of a to-one is 1 [model.relationship.count]
        'Book.shop' refers to 'Shop', which is not an entity of this model; add the class to the \
      model [model.relationship.target-unknown]
        'Cycle' extends itself; a line of entities must end in one that extends none \
      [model.entity.superentity-cycle]
        'Map' extends 'Sheet', which is not an entity of this model \
      [model.entity.superentity-unknown]
        'Map.height' and 'Map.width' are both stored in column 'size'; give one of them another \
      with 'column:' [model.property.column-duplicate]
        '_Shelf' cannot name an entity; names that begin with '_' or 'sqlite_' are the store's, \
      and a name is neither empty nor has a NUL in it [model.entity.name-reserved]
        '_Shelf.name' is defined more than once [model.property.duplicate]
      """

    #expect(error(of: Self.broken)?.description == text)
  }

  @Test func orderOfTheEntitiesDoesNotMatter() {
    #expect(error(of: Self.broken) == error(of: Self.broken.reversed()))
  }

  @Test func problemsOfTheModelAreThoseOfTheError() {
    #expect(
      ObjectModel(entities: Self.broken).problems == error(of: Self.broken)?.problems)
  }

  @Test func problemStandsOnceHoweverOftenItIsFound() {
    let problem = ModelProblem(.reservedEntityName, in: "Book", "message")
    let other = ModelProblem(.duplicateEntity, in: "Book", property: "title", "message")

    #expect(
      ModelError(problems: [other, problem, problem, other]).problems == [problem, other])
  }

  @Test func problemsAreInTheOrderOfEntityThenPropertyThenRule() {
    let problems = [
      ModelProblem(.unknownTarget, in: "A", "z"),
      ModelProblem(.duplicateEntity, in: "A", property: "a", "b"),
      ModelProblem(.duplicateEntity, in: "A", property: "a", "c"),
      ModelProblem(.reservedEntityName, in: "A", property: "a", "a"),
      ModelProblem(.duplicateEntity, in: "A", property: "b", "a"),
      ModelProblem(.duplicateEntity, in: "B", "a"),
    ]

    #expect(ModelError(problems: problems.reversed()).problems == problems)
  }

  @Test func oneProblemHasAHeadingOfItsOwn() {
    #expect(
      error(of: [Entity("_Shelf")])?.description == """
        the model has a problem:
          '_Shelf' cannot name an entity; names that begin with '_' or 'sqlite_' are the store's, \
        and a name is neither empty nor has a NUL in it [model.entity.name-reserved]
        """)
  }

  /// Returns what a model of `entities` is refused with, or nil.
  private func error(of entities: [Entity]) -> ModelError? {
    do throws(ModelError) {
      try ObjectModel(entities: entities).validate()
      return nil
    } catch {
      return error
    }
  }

  /// Entities that break every rule.
  private static let broken: [Entity] = {
    let book = Entity(
      "Book",
      properties: [
        .required("author", "Author", inverse: "books"), .one("editor", "Author", inverse: "books"),
        .one("illustrator", "Author", inverse: "name"), .one("cover", "Author", inverse: "book"),
        .one("shop", "Shop", inverse: "books"), .fetch("all", "Nothing"),
        .many("next", "Book", inverse: "next", minimum: 2, maximum: 1),
      ])
    return [
      Entity(
        "Author", properties: [.many("books", "Book", inverse: "author"), .string("name")]),
      book, book, Entity("Atlas"), Entity("atlas"), Entity("Cycle", superentity: "Cycle"),
      Entity(
        "Map", superentity: "Sheet",
        properties: [.string("width", column: "size"), .string("height", column: "size")]),
      Entity("_Shelf", properties: [.string("name"), .string("name")]),
    ]
  }()
}
