import EntityGraph
import Testing

@Suite struct EntityPropertiesTests {
  @Test func `a property is named and described, an inherited one too`() throws {
    let color = Door.properties.color
    #expect(color.name == "color")
    #expect(color.attribute?.type == .string)
    #expect(color.attribute?.isIndexed == true)
    #expect(Door.properties.knob.attribute?.undecodable == .keep)
    #expect(Wall.properties.name.attribute?.isOptional == false)
    #expect(Wall.properties.name.valueType == String.self)
    #expect(Door.properties.$color.name == "color")
    #expect(Door.properties.names == ["name", "color", "trim", "note", "coats", "knob"])
  }

  @Test func `relationships and names that lead nowhere are told apart`() throws {
    #expect(Sale.properties.stand.relationship?.inverse == "sales")
    #expect(Sale.properties.stand.attribute == nil)
    #expect(Stand.properties["market"]?.relationship?.target == "Market")
    #expect(Stand.properties["none"] == nil)
    #expect(Auction.properties["pieces"]?.attribute?.type == .int64)
    #expect(Stand.properties.objectID.description == nil)
    #expect(Stand.properties.objectID.name == #"\Stand.<computed (ObjectID)>"#)
  }
}
