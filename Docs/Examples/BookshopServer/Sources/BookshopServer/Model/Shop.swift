import EntityGraph

/// The shop, of which there is one.
@Entity final class Shop: ManagedObject, SingleObject {
  var settings: ShopSettings = ShopSettings()
}

/// What is set for the whole shop. What the page or another program keeps here beside it stays.
@DictionaryStorage struct ShopSettings {
  var name = "The shelves"
  @Stored(json: "prices.currency") var currency = ""
  @Stored(json: "prices.digits") var digits = 2
}
