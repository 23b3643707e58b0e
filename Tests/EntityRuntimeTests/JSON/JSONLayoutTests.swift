import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Entity class Shipment: ManagedObject {
  @Attribute(.identity, json: "tracking.code") var trackingCode: String
  var weightInKG: Double = 0
  @Attribute(json: .notExported) var secret: String = ""
  @Attribute(.secret) var pin: String = ""
  @Relationship(inverse: "parcels", deleteRule: .nullify, json: "depot_code") var homeDepot: Hub?
  @Attribute(.derived { (parcel: Fields<Shipment>) in parcel.weightInKG * 2 }, json: "twice")
  var twiceTheWeight: Double
}

@Entity final class ExpressShipment: Shipment {
  @Attribute(.unique) var dueAt: Int = 0
}

@Entity final class Hub: ManagedObject {
  @Attribute(.unique) var depotCode: String
  @Relationship(inverse: "homeDepot", deleteRule: .nullify) var parcels: Set<Shipment>
}

@Entity final class Van: ManagedObject {
  var plate: String
  var remoteID: Int = 0
}

@Suite struct JSONLayoutTests {
  private let context: ManagedObjectContext

  init() throws {
    context = try StoreKind.sqlite.container([
      Shipment.self, ExpressShipment.self, Hub.self, Van.self,
    ])
    .newContext()
  }

  private func names(
    _ type: ManagedObject.Type, _ keys: JSONKeyStyle
  ) throws -> [String] {
    let entity = try context.unit.entity(of: type)
    return JSONLayout(entity, keys).members.map {
      "\(entity.layout.properties[$0.index].name): \($0.path.joined(separator: "."))"
    }
  }

  @Test func whatAnAnnotationSaysGoesBeforeTheStyle() throws {
    #expect(
      try names(Shipment.self, .snakeCase) == [
        "trackingCode: tracking.code", "weightInKG: weight_in_kg", "pin: pin",
        "homeDepot: depot_code",
        "twiceTheWeight: twice",
      ])
    #expect(try names(Hub.self, .asWritten) == ["depotCode: depotCode", "parcels: parcels"])
  }

  @Test func namesAreInherited() throws {
    #expect(try names(ExpressShipment.self, .asWritten).first == "trackingCode: tracking.code")
    #expect(try names(ExpressShipment.self, .snakeCase).last == "dueAt: due_at")
  }

  @Test func theIdentityIsWhatSaysSoThenWhatIsUniqueThenAnID() throws {
    func identity(_ type: ManagedObject.Type) throws -> String? {
      let entity = try context.unit.entity(of: type)
      return entity.identityIndex.map { entity.layout.properties[$0].name }
    }
    #expect(try identity(ExpressShipment.self) == "trackingCode")
    #expect(try identity(Hub.self) == "depotCode")
    #expect(try identity(Van.self) == "remoteID")
  }
}
