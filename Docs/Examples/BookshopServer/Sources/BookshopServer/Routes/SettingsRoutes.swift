import EntityGraph
import Hummingbird

/// The settings of the shop: read, replaced, changed.
///
/// Clients of several ages use them; each keeps what it does not know.
struct SettingsRoutes {
  let store: ShopStore

  func add(to router: some RouterMethods<ShopContext>) {
    router.group("settings").get(use: read).put(use: replace).patch(use: change)
  }

  @Sendable func read(_ request: Request, _ context: ShopContext) async throws -> Tagged<JSON> {
    try await store.read { context in
      let shop = try context.single(Shop.self)
      return Tagged(value: shop.settings.json, version: context.version(of: shop))
    }
  }

  @Sendable func replace(_ request: Request, _ context: ShopContext) async throws -> Tagged<JSON> {
    try await update(request, context) { _, new in new }
  }

  @Sendable func change(_ request: Request, _ context: ShopContext) async throws -> Tagged<JSON> {
    try await update(request, context) { old, new in old.merging(new) }
  }

  /// Gives the shop what `merge` makes of the settings that it has and those of the request.
  private func update(
    _ request: Request, _ context: ShopContext,
    _ merge: @escaping @Sendable (_ old: JSON, _ new: JSON) -> JSON
  ) async throws -> Tagged<JSON> {
    let condition = try request.requireIfMatch()
    let new = try await request.json(upTo: context.maxUploadSize)
    guard new.kind == .object else { throw Refusal.badRequest("settings are an object") }
    return try await store.write(author: request.author) { context in
      let shop = try context.single(Shop.self)
      try condition.check(context.version(of: shop))
      let settings = ShopSettings(json: merge(shop.settings.json, new))
      try settings.check()
      shop.settings = settings
      try context.save()
      return Tagged(value: shop.settings.json, version: context.version(of: shop))
    }
  }
}

extension ShopSettings {
  /// Refuses what no settings may be.
  fileprivate func check() throws {
    var problems = unreadable.map {
      Refusal.Problem(property: "\($0)", message: "is of another type")
    }
    if !(0...4).contains(digits) {
      problems.append(Refusal.Problem(property: "prices.digits", message: "must be from 0 to 4"))
    }
    if !problems.isEmpty { throw Refusal.invalid(problems) }
  }
}
