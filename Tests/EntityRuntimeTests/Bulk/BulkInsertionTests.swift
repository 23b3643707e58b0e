import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct BulkInsertionTests {
  @Test(arguments: StoreKind.allCases)
  func objectsAreAddedAsASaveAddsThem(_ store: StoreKind) throws {
    func open() throws -> ManagedObjectContext {
      let container = try store.container(Author.self, Book.self, Subject.self, Profile.self)
      let context = container.newContext()
      _ = Author(email: "u", in: context)
      try context.save()
      return context
    }
    let (one, many) = (try open(), try open())
    let author = try one.only(Author.all)
    for number in 0..<2_500 {
      let book = Book(title: "\(number)", in: one)
      book.pages = number
      if number % 3 == 0 { book.author = author }
    }
    try one.save()
    let ursula = try many.only(Author.all)
    #expect(ursula.books.isEmpty)
    let ids = try many.insertAll(Book.self, from: 0..<2_500) { book, number in
      book.title = "\(number)"
      book.pages = number
      if number % 3 == 0 { book.author = ursula }
    }
    #expect(ids.count == 2_500)
    #expect(try bookshop(many) == bookshop(one))
    #expect(try bookshop(many.container.newContext()) == bookshop(one))
    #expect(ursula.books.count == 834)
    expectSound(many)
  }

  @Test func valuesAreAddedWithTheirReferences() throws {
    let bench = try Bench(Parcel.self)
    var parcels: [Parcel.Values] = []
    for number in 0..<3 {
      let parcel = bench.context.insert(Parcel.self)
      (parcel.number, parcel.depot) = (number, "d\(number)")
      parcels.append(Parcel.Values(parcel))
    }
    bench.context.rollback()
    let ids = try bench.context.insertAll(parcels)
    let found = try bench.context.fetch(Parcel.all)
    #expect(found.map(\.objectID) == ids)
    #expect(found.map(\.number) == [0, 1, 2])
    #expect(found.map(\.depot) == ["d0", "d1", "d2"])
  }

  @Test func whatIsComputedForANewObjectIsComputedForEach() throws {
    let bench = try Bench(Specimen.self)
    try bench.context.insertAll(Specimen.self, from: 0..<3) { $0.int = $1 }
    let found = try bench.context.fetch(Specimen.all)
    #expect(Set(found.map(\.uuid)).count == 3)
    #expect(found.map(\.int) == [0, 1, 2])
    #expect(found.allSatisfy { $0.url == URL(filePath: "/") })
  }

  @Test func eachObjectIsAssignedWhatIsAssignedToIt() throws {
    let bench = try Bench(Specimen.self)
    try bench.context.insertAll(Specimen.self, from: 0..<6) { specimen, number in
      specimen.string = "first"
      specimen.int = number
      switch number % 3 {
      // Others than before, in another order, and one of them twice.
      case 1:
        specimen.maybeDouble = 0.5
        specimen.string = "second"
      case 2:
        specimen.bool = true
        specimen.maybeString = nil
      default: specimen.maybeString = "\(number)"
      }
    }
    let found = try bench.context.fetch(Specimen.all)
    #expect(found.map(\.int) == Array(0..<6))
    #expect(found.map(\.string) == ["first", "second", "first", "first", "second", "first"])
    #expect(found.map(\.maybeDouble) == [nil, 0.5, nil, nil, 0.5, nil])
    #expect(found.map(\.maybeString) == ["0", nil, nil, "3", nil, nil])
    #expect(found.map(\.bool) == [false, false, true, false, false, true])
  }

  @Test func whatIsWrongIsNamedByItsPosition() throws {
    let bench = try bookshop()
    _ = Author(email: "b", in: bench.context)
    try bench.context.save()
    #expect(
      failure {
        try bench.context.insertAll(Author.self, from: ["a", nil, "c"]) { author, email in
          if let email { author.email = email }
        }
      } == """
        the save has been refused:
          Author-t2: 'Author.email' is required and has no value [validation.required]
        """)
    #expect(
      failure {
        try bench.context.insertAll(Author.self, from: ["a", "b", "a"]) { $0.email = $1 }
      }?.components(separatedBy: " [").first == """
        other objects already have values of unique attributes:
          'Author.email': Author-t1 has the value that Author-t3 is to have
          'Author.email': Author-1 has the value that Author-t2 is to have
        """)
    #expect(
      failure {
        try bench.context.insertAll(Author.self, from: ["x"]) {
          $0.email = $1
          $0.name = $0.name.lowercased()
        }
      } == """
        'Author.name' of an object that is inserted can be assigned constants only \
        [invalidRequest]
        """)
    #expect(try bench.context.count(Author.all) == 1)
  }

  @Test func aRequiredReferenceMustBeAssigned() throws {
    let bench = try warehouse()
    #expect(
      failure { try bench.context.insertAll(Order.self, from: [1]) { $0.number = $1 } } == """
        the save has been refused:
          Order-t1: 'Order.customer' is required and refers to nothing [validation.required]
        """)
    #expect(
      failure { try bench.context.insertAll(Club.self, from: ["k"]) { $0.name = $1 } } == """
        the save has been refused:
          Club-t1: 'Club.members' must hold at least 1 and holds 0 [validation.count]
        """)
    let customer = Customer(name: "c", in: bench.context)
    try bench.context.save()
    #expect(
      failure {
        try bench.context.insertAll(Card.self, from: ["k"]) {
          $0.code = $1
          $0.customer = customer
        }
      } == """
        'Card.customer' is to-one at both ends, so that the row at the other end would change too; \
        leave it out and assign it to the object, or insert objects [invalidRequest]
        """)
  }
}
