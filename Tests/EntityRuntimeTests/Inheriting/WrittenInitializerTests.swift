import EntityGraph
import Testing

/// An entity whose author writes its initialisers.
@Entity(.noInitializer) class Voucher: ManagedObject {
  var code: String
  var price: Int = 10
  @Relationship(inverse: "vouchers", deleteRule: .nullify) var recital: Recital?

  convenience init(row: Int, seat: Int, recital: Recital? = nil, in context: ManagedObjectContext) {
    self.init(insertedInto: context)
    code = "\(row)-\(seat)"
    self.recital = recital
  }
}

/// Extends it, with an initialiser of its own beside the generated one.
@Entity final class BoxVoucher: Voucher {
  var seats: Int = 4

  convenience init(box: Int, in context: ManagedObjectContext) {
    self.init(insertedInto: context)
    code = "box \(box)"
  }
}

@Entity(.abstract) class Programme: ManagedObject { var name: String = "" }

@Entity final class Recital: Programme {
  @Relationship(inverse: "recital", deleteRule: .cascade) var vouchers: Set<Voucher>
}

@Suite struct WrittenInitializerTests {
  @Test func `a class with initialisers of its author's is made, saved and read`() throws {
    let bench = try Bench(Voucher.self, BoxVoucher.self, Recital.self)
    let recital = Recital(in: bench.context)
    recital.name = "Hamlet"
    let voucher = Voucher(row: 3, seat: 7, recital: recital, in: bench.context)
    #expect((voucher.code, voucher.price) == ("3-7", 10))
    let box = BoxVoucher(box: 1, in: bench.context)
    #expect((box.code, box.price, box.seats) == ("box 1", 10, 4))
    #expect(BoxVoucher(seats: 2, in: bench.context).seats == 2)
    bench.context.delete(try #require(bench.context.insertedObjects.last))
    try save(bench.context, Voucher.self, Recital.self)
    #expect(
      try bench.container.newContext().fetch(Voucher.sorted(by: \.code)).map(\.code)
        == ["3-7", "box 1"])
    #expect(recital.vouchers == [voucher])
  }

  @Test func `a class that is known at run time alone makes an object of its own`() throws {
    let bench = try Bench(Voucher.self, BoxVoucher.self, Recital.self)
    let kinds: [(voucher: Voucher.Type, name: String)] = [
      (Voucher.self, "Voucher"), (BoxVoucher.self, "BoxVoucher"),
    ]
    for (kind, name) in kinds {
      let voucher = kind.init(insertedInto: bench.context)
      voucher.code = name
      #expect(type(of: voucher) == kind && voucher.entity.name == name && voucher.price == 10)
    }
    let programme: Programme.Type = Recital.self
    programme.init(insertedInto: bench.context).name = "Lear"
    try bench.context.save()
    let context = bench.container.newContext()
    #expect(try context.fetch(Voucher.sorted(by: \.code)).map(\.code) == ["BoxVoucher", "Voucher"])
    #expect(try context.fetch(BoxVoucher.all).map(\.seats) == [4])
    #expect(try context.fetch(Recital.all).map(\.name) == ["Lear"])
  }

  @Test func `a required attribute that an initialiser leaves out is missing at the save`() throws {
    let bench = try Bench(Voucher.self, Recital.self)
    _ = Voucher(insertedInto: bench.context)
    let error = #expect(throws: ValidationError.self) { try bench.context.save() }
    #expect(error?.problems.map(\.property) == ["code"])
  }
}
