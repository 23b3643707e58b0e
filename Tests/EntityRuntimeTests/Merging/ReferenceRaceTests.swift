import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct ReferenceRaceTests {
  // MARK: References to what others have deleted

  @Test(arguments: StoreKind.allCases) func aNewMemberOfADeletedOwnerIsAConflict(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let author = Author(email: "a", in: duel.theirs)
    try duel.theirs.save()
    let ours = try duel.own(author)
    let book = Book(title: "B", author: ours, in: duel.ours)
    duel.theirs.delete(author)
    try duel.theirs.save()
    let error = try duel.expectFailure(.error, ConflictError.self, Author.self, Book.self)
    let conflict = try #require(error?.conflicts.first)
    #expect(error?.conflicts.count == 1)
    #expect(conflict.kind == .missingReference)
    #expect(conflict.objectID == book.objectID)
    #expect(conflict.entity == "Book")
    #expect(conflict.property == "author")
    #expect(conflict.relatedID == ours.objectID)
    #expect(conflict.base == [:])
    #expect(conflict.theirs == nil)
    #expect(
      error?.description == """
        the save has been refused, since others have saved in the meantime; roll back, or refresh \
        without merging changes, and make the changes again:
          'Book.author' of \(book.objectID) refers to Author-1, which has been deleted
        """)
    // The rule of the author's books is to delete them with it.
    try duel.merge(.ours)
    #expect(book.managedObjectContext == nil)
    #expect(try bookshop(duel.container.newContext()) == "")
  }

  @Test(arguments: StoreKind.allCases) func aReferenceToADeletedObjectIsClearedByItsRule(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let author = Author(email: "a", in: duel.theirs)
    let profile = Profile(text: "p", in: duel.theirs)
    try duel.theirs.save()
    let (ours, own) = (try duel.own(author), try duel.own(profile))
    own.author = ours
    duel.theirs.delete(author)
    try duel.theirs.save()
    let error = try duel.expectFailure(.error, ConflictError.self, Author.self, Profile.self)
    #expect(
      error?.conflicts.map { "\($0.kind) \($0.objectID) \($0.property ?? "")" } == [
        "deleted Author-1 ", "missingReference Profile-1 author",
      ])
    try duel.merge(.theirs)
    #expect(own.author == nil)
    #expect(try bookshop(duel.container.newContext()) == "Profile-1 text=p")
  }

  @Test(arguments: StoreKind.allCases) func aLinkToADeletedObjectIsAConflictAtEitherEnd(
    kind: StoreKind
  ) throws {
    for isSubjectGone in [true, false] {
      let duel = try MergeDuel.bookshop(kind)
      let (book, subject) = (Book(title: "B", in: duel.theirs), Subject(name: "S", in: duel.theirs))
      try duel.theirs.save()
      let (ours, own) = (try duel.own(book), try duel.own(subject))
      ours.subjects.insert(own)
      duel.theirs.delete(isSubjectGone ? subject : book)
      try duel.theirs.save()
      let error = try duel.expectFailure(.error, ConflictError.self, Book.self, Subject.self)
      let conflict = try #require(error?.conflicts.first)
      #expect(error?.conflicts.count == 1)
      #expect(conflict.kind == .missingReference)
      #expect(conflict.property == (isSubjectGone ? "subjects" : "books"))
      #expect(conflict.objectID == (isSubjectGone ? ours.objectID : own.objectID))
      #expect(conflict.relatedID == (isSubjectGone ? own.objectID : ours.objectID))
      try duel.merge(.ours)
      #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
      #expect(isSubjectGone ? ours.subjects.isEmpty : own.books.isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases) func whatRequiresADeletedObjectStaysAConflict(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.warehouse(kind)
    let customer = Customer(name: "C", in: duel.theirs)
    try duel.theirs.save()
    let ours = try duel.own(customer)
    let order = Order(number: 1, customer: ours, in: duel.ours)
    duel.theirs.delete(customer)
    try duel.theirs.save()
    for policy in [MergePolicy.error, .ours, .theirs, .byProperty(preferring: .ours)] {
      let error = try duel.expectFailure(policy, ConflictError.self, Customer.self, Order.self)
      #expect(error?.conflicts.map(\.objectID) == [order.objectID])
      #expect(error?.conflicts.map(\.property) == ["customer"])
    }
  }

  @Test(arguments: StoreKind.allCases) func aReferenceIntoATreeThatIsNotInMemoryIsCleared(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.workshop(kind)
    let gadget = duel.theirs.insert(Gadget.self)
    gadget.code = 1
    let thing = Thing(code: 2, in: duel.theirs)
    try duel.theirs.save()
    let ours = try duel.own(thing)
    ours.whole = try #require(try duel.own(gadget as Thing) as? Gadget)
    duel.theirs.delete(gadget)
    try duel.theirs.save()
    // The rule is to do nothing, and the store does not allow it.
    let error = try duel.expectFailure(.theirs, ConflictError.self, Thing.self)
    #expect(error?.conflicts.map(\.kind) == [.missingReference])
    #expect(error?.conflicts.map(\.property) == ["whole"])
    ours.whole = nil
    try duel.merge(.error)
  }

  // MARK: Members that others have added to what is deleted

  @Test(arguments: StoreKind.allCases) func anOwnerWithANewMemberIsDeletedWithIt(
    kind: StoreKind
  ) throws {
    for isKnown in [true, false] {
      let duel = try MergeDuel.bookshop(kind)
      let author = Author(email: "a", in: duel.theirs)
      let known = Book(title: "known", in: duel.theirs)
      try duel.theirs.save()
      let ours = try duel.own(author)
      let own = isKnown ? try duel.own(known) : nil
      #expect(ours.books.isEmpty)
      duel.ours.delete(ours)
      if isKnown {
        known.author = author
      } else {
        _ = Book(title: "B", author: author, in: duel.theirs)
      }
      try duel.theirs.save()
      let error = try duel.expectFailure(.error, ConflictError.self, Author.self, Book.self)
      let conflict = try #require(error?.conflicts.first)
      #expect(error?.conflicts.count == 1)
      #expect(conflict.kind == .newMember)
      #expect(conflict.objectID == ours.objectID)
      #expect(conflict.property == "books")
      #expect(conflict.relatedID?.description == (isKnown ? "Book-1" : "Book-2"))
      #expect(
        error?.description.split(separator: "\n").last.map { String($0) }
          == "  Author-1 is to be deleted, and 'Author.books' has a new member, "
          + "\(isKnown ? "Book-1" : "Book-2")")
      try duel.merge(.ours)
      #expect(own?.managedObjectContext == nil)
      #expect(
        try bookshop(duel.container.newContext())
          == (isKnown ? "" : "Book-1 title=known genre=fiction pages=0 tags=[]"))
    }
  }

  @Test(arguments: StoreKind.allCases) func anOwnerWithANewMemberStaysWhereTheyWin(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let author = Author(email: "a", in: duel.theirs)
    try duel.theirs.save()
    let ours = try duel.own(author)
    duel.ours.delete(ours)
    _ = Book(title: "B", author: author, in: duel.theirs)
    try duel.theirs.save()
    try duel.merge(.theirs)
    #expect(!ours.isDeleted)
    #expect(ours.books.count == 1)
    #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
  }

  @Test(arguments: StoreKind.allCases) func aNewMemberIsClearedWhereTheRuleSaysSo(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.warehouse(kind)
    let club = Club(name: "C", in: duel.theirs)
    let customers = ["a", "b"].map { Customer(name: $0, in: duel.theirs) }
    customers[0].club = club
    try duel.theirs.save()
    let ours = try duel.own(club)
    duel.ours.delete(ours)
    customers[1].club = club
    try duel.theirs.save()
    try duel.merge(.ours)
    #expect(
      try warehouse(duel.container.newContext()) == """
        Customer-1 name=a
        Customer-2 name=b
        """)
    #expect(try warehouse(duel.ours) == warehouse(duel.container.newContext()))
  }

  @Test(arguments: StoreKind.allCases) func anOwnerThatANewMemberProtectsStaysAConflict(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.warehouse(kind)
    let customer = Customer(name: "C", in: duel.theirs)
    try duel.theirs.save()
    let ours = try duel.own(customer)
    #expect(ours.orders.isEmpty)
    duel.ours.delete(ours)
    _ = Order(number: 1, customer: customer, in: duel.theirs)
    try duel.theirs.save()
    for policy in [MergePolicy.error, .ours] {
      let error = try duel.expectFailure(policy, ConflictError.self, Customer.self, Order.self)
      #expect(error?.conflicts.map(\.kind) == [.newMember])
      #expect(error?.conflicts.map(\.property) == ["orders"])
    }
    try duel.merge(.theirs)
    #expect(ours.orders.count == 1)
  }
}
