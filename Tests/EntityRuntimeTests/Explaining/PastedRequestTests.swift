import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Requests whose texts, on the line after them, compile and mean the same.
@Suite struct PastedRequestTests {
  private func expect(
    _ request: some CustomDebugStringConvertible, _ text: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(request.debugDescription == text, sourceLocation: location)
  }

  @Test func theOppositeOfAnEqualityIsAnInequality() {
    expect(
      Film.where { $0.isOpen == true && $0.seats != nil && $0.director != nil },
      "Film.where { $0.isOpen == true && $0.seats != nil && $0.director != nil }")
    expect(
      Film.where { $0.isOpen && !($0.seats == nil) && !($0.minutes == 3) && !($0.minutes != 4) },
      "Film.where { $0.isOpen == true && $0.seats != nil && $0.minutes != 3 && $0.minutes == 4 }")
    expect(
      Film.where { !($0.minutes > 3) && !($0.tags.isEmpty) && !($0.title.hasPrefix("A")) },
      #"Film.where { !($0.minutes > 3) && !$0.tags.isEmpty && !$0.title.hasPrefix("A") }"#)
    expect(
      Film.where { !($0.seats == nil || $0.score == nil) },
      "Film.where { !($0.seats == nil || $0.score == nil) }")
  }

  @Test func theOppositeOfAnEqualityFindsTheSameObjects() throws {
    let cinema = try Cinema()
    cinema.films[2].score = .nan
    try cinema.context.save()
    for (first, second) in [
      (Film.where { !($0.score == 8.5) }, Film.where { $0.score != 8.5 }),
      (Film.where { !($0.score == $0.score) }, Film.where { $0.score != $0.score }),
      (Film.where { !($0.seats == $0.sold) }, Film.where { $0.seats != $0.sold }),
      (Film.where { !($0.seats != nil) }, Film.where { $0.seats == nil }),
      (Film.where { !($0.director == nil) }, Film.where { $0.director != nil }),
    ] {
      #expect(try cinema.context.codes(first) == cinema.context.codes(second))
      #expect(first.debugDescription == second.debugDescription)
    }
  }

  @Test func whatIsOfAnotherClosureIsWrittenSo() {
    expect(
      Director.where { a in a.films.any { $0.isOpen == true && (a.nickname == "x").outer() } },
      #"Director.where { a in a.films.any { $0.isOpen == true && (a.nickname == "x").outer() } }"#)
    expect(
      Director.where { a in a.films.any { $0.isOpen == true && a.nickname == nil } },
      "Director.where { a in a.films.any { $0.isOpen == true && a.nickname == nil } }")
    expect(
      Director.where { a in a.films.any { $0.minutes > 3 && a.name.hasPrefix("x").outer() } },
      #"Director.where { a in a.films.any { $0.minutes > 3 && a.name.hasPrefix("x").outer() } }"#)
    expect(
      Director.where { a in a.films.any { $0.minutes * a.films.count.outer() > 3 } },
      "Director.where { a in a.films.any { $0.minutes * a.films.count.outer() > 3 } }")
    expect(
      Director.where { a in a.films.any { $0.minutes > a.films.count * 2 } },
      "Director.where { a in a.films.any { $0.minutes > a.films.count * 2 } }")
    expect(
      Director.where { a in a.films.any { (a.films.count * 2 > 3).outer() || $0.title == a.name } },
      "Director.where { a in a.films.any { (a.films.count * 2 > 3).outer() || $0.title == a.name } }"
    )
    expect(
      Director.where { a in a.films.any { $0.title.contains(a.name) && (!a.films.isEmpty).outer() }
      },
      """
      Director.where { a in a.films.any { $0.title.contains(a.name) && (!a.films.isEmpty).outer() } }
      """)
    expect(
      Director.where { a in a.films.any { b in a.films.any { $0.title == b.title }.outer() } },
      "Director.where { a in a.films.any { b in a.films.any { $0.title == b.title }.outer() } }")
    expect(
      Director.where { a in
        a.films.any { ($0.minutes > 3).then($0.title, else: a.name.outer()) == "x" }
      },
      """
      Director.where { a in a.films.any { ($0.minutes > 3).then($0.title, else: a.name.outer()) == "x" } }
      """)
    expect(
      Director.where { a in a.films.max { _ in a.films.count.outer() } > 3 },
      "Director.where { a in a.films.max { _ in a.films.count.outer() } > 3 }")
  }

  @Test func conditionsOnGroupsAreWrittenWithTheirTypes() {
    expect(
      Film.group(by: \.rating).having { $0.any { $0.minutes > 3 } && !$0.all { $0.isOpen == true } }
        .select { $0.count },
      #"Film.group(by: \.rating)"#
        + ".having { $0.any { $0.minutes > 3 } && !$0.all { $0.isOpen == true } }"
        + ".select { $0.count }")
    expect(
      Film.group(by: \.rating).having { $0.rating == .adult && $0.score.maximum > 2.5 }
        .select { $0.count },
      #"Film.group(by: \.rating).having { $0.rating == .adult && $0.score.maximum > 2.5 }"#
        + ".select { $0.count }")
    expect(
      Film.group(by: \.premiere)
        .having { $0.premiere.maximum > Date(timeIntervalSinceReferenceDate: 3.0) }
        .select { $0.count },
      #"Film.group(by: \.premiere)"#
        + ".having { $0.premiere.maximum > Date(timeIntervalSinceReferenceDate: 3.0) }"
        + ".select { $0.count }")
    expect(
      Specimen.group(by: \.grade).having { $0.decimal.sum > Decimal(string: "1.5")! }
        .select { $0.count },
      #"Specimen.group(by: \.grade).having { $0.decimal.sum > Decimal(string: "1.5")! }"#
        + ".select { $0.count }")
    expect(
      Film.group(by: \.director)
        .having { $0.director != nil && $0.director != ObjectID(entityName: "Director", rowID: 7) }
        .select { $0.director.name },
      #"Film.group(by: \.director)"#
        + #".having { $0.director != nil && $0.director != (try! ObjectID("Director-7")) }"#
        + ".select { $0.director.name }")
  }

  @Test func aConditionOnGroupsPrintsNoValues() {
    #expect(
      Film.group(by: \.director)
        .having { $0.any { $0.minutes > 3 } && $0.director == ObjectID(entityName: "x", rowID: 7) }
        .description
        == #"Film.group(by: \.director).having { $0.any { $0.minutes > ? } && $0.director == ? }"#)
  }
}
