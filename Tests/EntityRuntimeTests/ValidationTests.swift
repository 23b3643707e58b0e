import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct ValidationTests {
  @Test func everyProblemIsReportedAtOnce() throws {
    let bench = try warehouse()
    let denied = Customer(name: "denied", in: bench.context)
    _ = Order(number: 1, customer: denied, in: bench.context)
    let members = (0..<3).map { Customer(name: "\($0)", in: bench.context) }
    let club = Club(name: "k", members: Set(members), in: bench.context)
    try bench.context.save()

    bench.context.delete(denied)
    club.members.insert(Customer(name: "one too many", in: bench.context))
    _ = Club(name: "empty", in: bench.context)
    _ = bench.context.insert(Order.self)
    let line = bench.context.insert(OrderLine.self)
    line.text = "no order"
    #expect(
      failure { try bench.context.save() }?.replacing(/t\d+/, with: "t") == """
        the save has been refused for 5 reasons:
          Club-1: 'Club.members' must hold at most 3 and holds 4 [validation.count]
          Club-t: 'Club.members' must hold at least 1 and holds 0 [validation.count]
          Customer-1: 'Customer.orders' forbids deleting the object while it holds one; delete or \
        move what it holds first [validation.denied]
          Order-t: 'Order.customer' is required and refers to nothing [validation.required]
          OrderLine-t: 'OrderLine.order' is required and refers to nothing [validation.required]
        """)
    expectSound(bench.context)
    #expect(bench.context.insertedObjects.count == 4)
  }

  @Test func aRequiredAttributeWithoutADefaultMustBeAssigned() throws {
    let bench = try bookshop()
    let author = bench.context.insert(Author.self)
    let subject = bench.context.insert(Subject.self)
    #expect(
      failure { try bench.context.save() }?.replacing(/t\d+/, with: "t") == """
        the save has been refused for 2 reasons:
          Author-t: 'Author.email' is required and has no value [validation.required]
          Subject-t: 'Subject.name' is required and has no value [validation.required]
        """)
    author.email = ""
    try subject.setValue("", forKey: "name")
    try save(bench.context, Author.self, Subject.self)
  }

  @Test func aProblemNamesItsObjectAndProperty() throws {
    let bench = try bookshop()
    let author = bench.context.insert(Author.self)
    let error = #expect(throws: ValidationError.self) { try bench.context.save() }
    #expect(
      error?.problems == [
        ValidationError.Problem(
          id: "validation.required", objectID: author.objectID, entity: "Author",
          property: "email", message: "'Author.email' is required and has no value")
      ])
  }

  @Test func aSetMustHaveItsMinimumCountAfterAMemberIsDeleted() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    _ = Club(name: "k", members: [customer], in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let member = try #require(try context.first(Customer.all))
    member.club = nil
    #expect(
      failure { try context.save() } == """
        the save has been refused:
          Club-1: 'Club.members' must hold at least 1 and holds 0 [validation.count]
        """)
    for club in try context.fetch(Club.all) { context.delete(club) }
    try context.save()
    #expect(try context.count(Club.all) == 0)
  }

  @Test func anObjectThatIsDeletedNeedsNothing() throws {
    let bench = try warehouse()
    let order = bench.context.insert(Order.self)
    bench.context.delete(order)
    let customer = Customer(name: "c", in: bench.context)
    let other = Order(customer: customer, in: bench.context)
    try bench.context.save()
    customer.orders = []
    bench.context.delete(other)
    try bench.context.save()
    #expect(try warehouse(bench.context) == "Customer-1 name=c")
  }

  @Test(arguments: ["required", "optional"])
  func aValueThatCannotBeWrittenIsRefusedAndStaysOnItsObject(property: String) throws {
    let bench = try Bench(Holder.self)
    let holder = Holder(in: bench.context)
    try bench.context.save()
    try holder.setValue(Stubborn(refuses: true), forKey: property)
    #expect(
      failure { try bench.context.save() } == """
        the save has been refused:
          Holder-1: 'Holder.\(property)' holds a value that cannot be written as JSON \
        [validation.encoding]
        """)
    expectSound(bench.context)
    try holder.setValue(Stubborn(refuses: false), forKey: property)
    try save(bench.context, Holder.self)
  }

  @Test func anInheritedPropertyIsRequiredToo() throws {
    let bench = try Bench(Thing.self, Gadget.self, Box.self, Tag.self, Maker.self)
    _ = bench.context.insert(Gadget.self)
    #expect(
      failure { try bench.context.save() }?.replacing(/t\d+/, with: "t") == """
        the save has been refused:
          Thing-t: 'Gadget.code' is required and has no value [validation.required]
        """)
  }
}
