import Testing

@testable import EntityModel

@Suite struct CascadesThatFinishTests {
  @Test func cascadeThatAlsoDeletesWhatIsHeldIsAccepted() {
    expectAccepted([
      Entity("Order", properties: [.many("items", "Item", inverse: "order", .cascade)]),
      Entity("Item", properties: [.required("order", "Order", inverse: "items", .deny)]),
    ])
    // Deleting an item alone is refused while it has notes; deleting an order is not.
    expectAccepted([
      Entity(
        "Order",
        properties: [
          .many("items", "Item", inverse: "order", .cascade),
          .many("pages", "SpecialPage", inverse: "order", .cascade),
        ]),
      Entity(
        "Item",
        properties: [
          .required("order", "Order", inverse: "items"),
          .many("notes", "Note", inverse: "item", .cascade),
        ]),
      Entity("Page", properties: [.many("notes", "Note", inverse: "page", .deny)]),
      Entity(
        "SpecialPage", superentity: "Page",
        properties: [.one("order", "Order", inverse: "pages")]),
      Entity(
        "Note",
        properties: [
          .one("item", "Item", inverse: "notes"),
          .required("page", "Page", inverse: "notes", .noAction),
        ]),
    ])
  }

  @Test func cascadesInACircleAreAccepted() {
    expectAccepted([
      Entity("Author", properties: [.many("books", "Book", inverse: "author", .cascade)]),
      Entity("Book", properties: [.one("author", "Author", inverse: "books", .cascade)]),
    ])
  }

  @Test func optionalToOneThatDeniesIsAccepted() {
    expectAccepted(entities(holding: .one("product", "Product", inverse: "items", .deny)))
  }

  @Test func cascadeToWhatMayNeverBeDeletedIsRejected() {
    expect(
      CascadesThatFinish.self,
      finds: [
        ModelProblem(
          .deniedCascade, in: "Order", property: "items",
          "'Order.items' has the delete rule 'cascade', but 'Item.product' is required and has "
            + "the rule 'deny', so that what the cascade deletes may never be deleted; use another "
            + "rule, such as 'nullify', for 'Item.product'")
      ],
      in: entities(holding: .required("product", "Product", inverse: "items", .deny)))
  }

  /// Orders with items that have `product`, the items going with their order.
  private func entities(holding product: Property) -> [Entity] {
    [
      Entity("Order", properties: [.many("items", "Item", inverse: "order", .cascade)]),
      Entity("Item", properties: [.required("order", "Order", inverse: "items"), product]),
      Entity("Product", properties: [.many("items", "Item", inverse: "product", .cascade)]),
    ]
  }
}
