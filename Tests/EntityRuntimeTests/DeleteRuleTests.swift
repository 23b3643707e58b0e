import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct DeleteRuleTests {
  // MARK: Nullify

  @Test func nullifyClearsTheReferencesToADeletedObject() throws {
    let bench = try Bench(Person.self)
    let (a, b, c) = people(in: bench.context)
    a.friends = [b, c]
    a.dependencies = [b]
    a.dependents = [c]
    a.spouse = b
    a.mentor = c
    a.parent = c
    try bench.context.save()
    for context in [bench.context, bench.container.newContext()] {
      guard let object = try context.object(Person.self, with: a.objectID) else { continue }
      context.delete(object)
      expectSound(context)
      #expect(
        try graph(context, Person.self) == """
          Person-2 name=b
          Person-3 name=c
          """)
      context.rollback()
      expectSound(context)
    }
    bench.context.delete(a)
    try save(bench.context, Person.self)
    #expect(b.friends == [])
    #expect(b.spouse == nil)
    #expect(c.pupil == nil)
    #expect(c.children == [])
  }

  @Test func deletingABookLeavesItsAuthor() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    let book = Book(title: "A", author: author, in: bench.context)
    book.subjects = [Subject(name: "S", in: bench.context)]
    try bench.context.save()
    bench.context.delete(book)
    #expect(author.books == [])
    #expect(book.isDeleted)
    try saveBookshop(bench.context)
    #expect(try bookshop(bench.context) == "Author-1 email=x name=\nSubject-1 name=S")
  }

  @Test func aDeletedObjectIsInNoSetThatIsReadLater() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    _ = Book(title: "A", author: author, in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    context.delete(try #require(try context.first(Book.all)))
    let other = try #require(try context.first(Author.all))
    #expect(other.books == [])
    expectSound(context)
    context.rollback()
    #expect(other.books.map(\.title) == ["A"])
    expectSound(context)
  }

  // MARK: Cascade

  @Test func cascadeDeletesWhatTheObjectHolds() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    let book = Book(title: "A", author: author, in: bench.context)
    _ = Book(title: "B", in: bench.context)
    try bench.context.save()
    bench.context.delete(author)
    #expect(book.isDeleted)
    #expect(bench.context.deletedObjects == [author, book])
    try saveBookshop(bench.context)
    #expect(try bookshop(bench.context) == "Book-2 title=B genre=fiction pages=0 tags=[]")
  }

  @Test func cascadeFollowsLinksAndLeavesOtherObjectsSound() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let orders = [1, 2].map { Order(number: $0, customer: customer, in: bench.context) }
    let lines = orders.map { OrderLine(text: "\($0.number)", order: $0, in: bench.context) }
    let items = ["i", "k"].map { Item(name: $0, in: bench.context) }
    lines[0].items = [items[0]]
    lines[1].items = Set(items)
    try saveWarehouse(bench.context)
    bench.context.delete(orders[0])
    #expect(lines[1].items == [items[1]])
    #expect(customer.orders == [orders[1]])
    try saveWarehouse(bench.context)
    #expect(
      try warehouse(bench.context) == """
        Customer-1 name=c orders=[2]
        Order-2 number=2 customer=1 lines=[2]
        OrderLine-2 text=2 order=2 items=[2]
        Item-2 name=k lines=[2]
        """)
  }

  @Test func cascadeEndsInCycles() throws {
    let bench = try Bench(Person.self)
    let (a, b, c) = people(in: bench.context)
    a.parent = b
    b.parent = c
    c.parent = a
    try bench.context.save()
    bench.context.delete(b)
    #expect(Set(bench.context.deletedObjects) == [a, b, c])
    try save(bench.context, Person.self)
    #expect(try bench.context.count(Person.all) == 0)
  }

  @Test func cascadeIsNotRecursion() throws {
    let bench = try Bench(Person.self)
    let first = Person(in: bench.context)
    var last = first
    for _ in 0..<10_000 { last = Person(parent: last, in: bench.context) }
    try bench.context.save()
    bench.context.delete(first)
    #expect(bench.context.deletedObjects.count == 10_001)
    try bench.context.save()
    #expect(try bench.context.count(Person.all) == 0)
  }

  @Test func cascadeIsNotRecursionWhereNothingHasBeenRead() throws {
    let bench = try Bench(Person.self)
    let first = Person(in: bench.context)
    var last = first
    for _ in 0..<2_000 { last = Person(parent: last, in: bench.context) }
    try bench.context.save()
    let context = bench.container.newContext()
    context.delete(try #require(try context.object(Person.self, with: first.objectID)))
    try context.save()
    #expect(try context.count(Person.all) == 0)
  }

  @Test func cascadeOverAToOneDeletesItsObject() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    customer.card = Card(code: "1", in: bench.context)
    try bench.context.save()
    bench.context.delete(customer)
    try saveWarehouse(bench.context)
    #expect(try warehouse(bench.context) == "")
  }

  // MARK: Deny

  @Test func denyRefusesTheSaveWhileThereAreObjects() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let order = Order(customer: customer, in: bench.context)
    try bench.context.save()
    bench.context.delete(customer)
    #expect(
      failure { try bench.context.save() } == """
        the save has been refused:
          Customer-1: 'Customer.orders' forbids deleting the object while it holds one; delete or \
        move what it holds first [validation.denied]
        """)
    expectSound(bench.context)
    order.customer = Customer(name: "d", in: bench.context)
    try saveWarehouse(bench.context)
    #expect(
      try warehouse(bench.context) == "Customer-2 name=d orders=[1]\nOrder-1 number=0 customer=2")
  }

  @Test func denyCountsWhatIsReadForIt() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    for number in 1...2 { _ = Order(number: number, customer: customer, in: bench.context) }
    try bench.context.save()
    let context = bench.container.newContext()
    context.delete(try #require(try context.first(Customer.all)))
    #expect(
      failure { try context.save() } == """
        the save has been refused:
          Customer-1: 'Customer.orders' forbids deleting the object while it holds 2; delete or \
        move what it holds first [validation.denied]
        """)
    #expect(try warehouse(bench.container.newContext()) == warehouse(bench.context))
  }

  @Test(arguments: [true, false])
  func denyAllowsWhatIsDeletedInTheSameSave(ordersFirst: Bool) throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let order = Order(customer: customer, in: bench.context)
    try bench.context.save()
    for object in ordersFirst ? [order, customer] : [customer, order] {
      bench.context.delete(object)
    }
    try saveWarehouse(bench.context)
    #expect(try warehouse(bench.context) == "")
  }

  @Test func denyOnAToOneRefusesWhileItRefersToSomething() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let other = Customer(name: "d", in: bench.context)
    let club = Club(name: "k", members: [customer, other], in: bench.context)
    try bench.context.save()
    bench.context.delete(customer)
    #expect(club.members == [other])
    #expect(
      failure { try bench.context.save() } == """
        the save has been refused:
          Customer-1: 'Customer.club' forbids deleting the object while it holds one; delete or \
        move what it holds first [validation.denied]
        """)
    bench.context.rollback()
    #expect(club.members == [customer, other])
    customer.club = nil
    bench.context.delete(customer)
    try saveWarehouse(bench.context)
  }

  @Test func aNewObjectDeniesNothing() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let order = Order(customer: customer, in: bench.context)
    let note = Note(customer: customer, in: bench.context)
    bench.context.delete(customer)
    expectSound(bench.context)
    #expect(note.customer == nil)
    #expect(
      failure { try bench.context.save() }?.replacing(/t\d+/, with: "t") == """
        the save has been refused:
          Order-t: 'Order.customer' is required and refers to nothing [validation.required]
        """)
    bench.context.delete(order)
    try saveWarehouse(bench.context)
    #expect(try warehouse(bench.context) == "Note-1 text=")
  }

  // MARK: No action

  @Test func noActionLeavesReferencesForTheStoreToRefuse() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let note = Note(customer: customer, in: bench.context)
    try bench.context.save()
    bench.context.delete(customer)
    expectSound(bench.context)
    #expect(throws: StoreError.self) { try bench.context.save() }
    expectSound(bench.context)
    note.customer = nil
    try saveWarehouse(bench.context)
    #expect(try warehouse(bench.context) == "Note-1 text=")
  }

  @Test func noActionRemovesADeletedObjectFromTheSetsThatItIsLinkedTo() throws {
    let bench = try warehouse()
    let customer = Customer(in: bench.context)
    let line = OrderLine(order: Order(customer: customer, in: bench.context), in: bench.context)
    let item = Item(name: "i", lines: [line], in: bench.context)
    try bench.context.save()
    bench.context.delete(item)
    #expect(line.items == [])
    try saveWarehouse(bench.context)
  }

  // MARK: New objects

  @Test func deletingANewObjectForgetsIt() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    let book = Book(title: "A", author: author, in: bench.context)
    bench.context.delete(book)
    #expect(author.books == [])
    #expect(bench.context.insertedObjects == [author])
    #expect(book.managedObjectContext == nil)
    #expect(book.isDeleted)
    bench.context.delete(author)
    #expect(!bench.context.hasChanges)
    expectSound(bench.context)
  }

  @Test func cascadeFromANewObjectDeletesSavedOnes() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    let author = Author(email: "x", books: [book], in: bench.context)
    bench.context.delete(author)
    expectSound(bench.context)
    #expect(bench.context.deletedObjects == [book])
    bench.context.rollback()
    expectSound(bench.context)
    #expect(book.author == nil)
    #expect(!book.isDeleted)
  }

  @Test func aDeletedObjectTakesNoReferencesAnyMore() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    let books = ["A", "B"].map { Book(title: $0, in: bench.context) }
    let subject = Subject(name: "S", in: bench.context)
    try bench.context.save()
    bench.context.delete(books[0])
    books[0].author = author
    author.books.insert(books[0])
    subject.books = Set(books)
    #expect(author.books == [])
    #expect(subject.books == [books[1]])
    expectSound(bench.context)
    bench.context.delete(author)
    books[1].author = author
    #expect(
      failure { try bench.context.save() } == """
        the save has been refused:
          Book-2: 'Book.author' refers to an object that has been deleted; let it refer to another \
        or to nothing [validation.deleted]
        """)
    books[1].author = nil
    try saveBookshop(bench.context)
  }

  @Test func aDeletedObjectCanStillBeRead() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    let book = Book(title: "A", author: author, in: bench.context)
    try bench.context.save()
    bench.context.delete(book)
    #expect(book.title == "A")
    #expect(book.author === author)
    #expect(author.books.isEmpty && book.isDeleted && book.managedObjectContext === bench.context)
    try bench.context.save()
    #expect(book.isDeleted && book.managedObjectContext == nil)
    #expect(book.title == "A")
    #expect(book.author === author)
    #expect(book.subjects == [])
    #expect(book.description == "Book(Book-1) deleted")
  }

  private func people(in context: ManagedObjectContext) -> (Person, Person, Person) {
    (Person(name: "a", in: context), Person(name: "b", in: context), Person(name: "c", in: context))
  }

  private func saveBookshop(_ context: ManagedObjectContext) throws {
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
  }

  private func saveWarehouse(_ context: ManagedObjectContext) throws {
    try save(
      context, Customer.self, Order.self, OrderLine.self, Item.self, Note.self, Club.self,
      Card.self)
  }
}
