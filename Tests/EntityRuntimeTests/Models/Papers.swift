import EntityGraph

/// Somebody who writes.
@Entity final class Writer: ManagedObject {
  @Attribute(.searchable(.porter)) var name: String
  @Relationship(inverse: "writer", deleteRule: .nullify) var papers: Set<Paper>
}

/// What is searched: a title and an abstract that may be missing.
@Entity class Paper: ManagedObject {
  @Attribute(.searchable) var title: String
  @Attribute(.searchable, column: "summary") var abstract: String?
  @Attribute(.indexed) var pages: Int = 0
  @Relationship(inverse: "papers", deleteRule: .nullify) var writer: Writer?
}

/// A paper with one more text.
@Entity final class Report: Paper {
  @Attribute(.searchable) var subject: String?
}

/// A word by each of the other tokenizers.
@Entity final class Plain: ManagedObject { @Attribute(.searchable(.ascii)) var text: String }
@Entity final class Piece: ManagedObject { @Attribute(.searchable(.trigram)) var text: String }

/// Papers and who wrote them.
enum Papers {
  /// Returns a bench in memory.
  static func bench() throws -> Bench {
    try Bench(Writer.self, Paper.self, Report.self, Plain.self, Piece.self)
  }

  /// Returns a bench in a file.
  static func benchInFile() throws -> Bench {
    try Bench.inFile(Writer.self, Paper.self, Report.self, Plain.self, Piece.self)
  }

  /// Returns a bench in memory with the papers that most tests search, and a context that has none
  /// of them yet.
  static func searched() throws -> (bench: Bench, context: ManagedObjectContext) {
    let bench = try bench()
    try fill(bench.context)
    return (bench, bench.container.newContext())
  }

  /// Fills a store with the papers that most tests search.
  static func fill(_ context: ManagedObjectContext) throws {
    let ursula = Writer(name: "Ursula Kroeber Le Guin", in: context)
    let karl = Writer(name: "Karl Dispossessor", in: context)
    _ = Paper(
      title: "The Dispossessed", abstract: "An ambiguous utopia", pages: 387, writer: ursula,
      in: context)
    try context.save()
    _ = Paper(
      title: "The Left Hand of Darkness", abstract: "Winter on Gethen, a left turn", pages: 304,
      writer: ursula, in: context)
    try context.save()
    _ = Paper(title: "A hand, and what is left", pages: 12, writer: karl, in: context)
    try context.save()
    let report = Report(subject: "Winter sales", in: context)
    (report.title, report.abstract) = ("Café culture", "Disposable cups")
    (report.pages, report.writer) = (40, karl)
    try context.save()
  }
}

extension ManagedObjectContext {
  /// Returns the pages of the papers that `request` finds, by which they are told apart.
  func pages<Object: Paper>(_ request: FetchRequest<Object>) throws -> [Int] {
    try fetch(request).map(\.pages)
  }
}
