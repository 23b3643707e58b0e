import EntityGraph
import Hummingbird
import Testing

@testable import BookshopServer

@Suite struct SettingsRouteTests {
  private static let settings =
    #"{ "theme": {"dark":true, "size":1.50}, "name": "Ada's", "prices": {"digits": 0, "tax": 0.07} }"#

  private static let defaults = #"{"name":"The shelves","prices":{"currency":"","digits":2}}"#

  @Test func aNewShopHasTheDefaults() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.get, "/settings")
      #expect(response.text == Self.defaults)
      let again = try await shop.send(.get, "/settings", ifNoneMatch: response.tag)
      #expect(again.status == .notModified)
    }
  }

  @Test func whatTheServerDoesNotKnowIsKeptAsItWasWritten() async throws {
    try await TestShop.run { shop in
      let put = try await shop.send(.put, "/settings", Self.settings, ifMatch: "*")
      #expect(put.status == .ok)
      let read = try await shop.send(.get, "/settings")
      #expect(read.text == Self.settings)
      #expect(read.tag == put.tag)
    }
  }

  @Test func aChangeLeavesTheRest() async throws {
    try await TestShop.run { shop in
      try await shop.send(.put, "/settings", Self.settings, ifMatch: "*")
      let response = try await shop.send(
        .patch, "/settings",
        #"{"name": null, "prices": {"currency": "EUR", "tax": null}, "motto": {"la": null}}"#,
        ifMatch: "*")
      #expect(
        response.text
          == #"{ "theme": {"dark":true, "size":1.50}, "prices": {"digits": 0, "currency": "EUR"}, "#
          + #""motto": {} }"#)
      let settings = try await shop.container.read { try $0.single(Shop.self).settings }
      #expect(settings.name == "The shelves")
      #expect(settings.currency == "EUR")
      #expect(settings.digits == 0)
    }
  }

  @Test(arguments: [
    ("[", 400, "line 1"), ("[]", 400, "settings are an object"),
    (#"{"name": 7}"#, 422, #""property":"name""#),
    (#"{"prices": {"digits": "two"}}"#, 422, #""property":"prices.digits""#),
    (#"{"prices": {"digits": 9}}"#, 422, "must be from 0 to 4"),
  ])
  func whatNoSettingsMayBeIsRefused(json: String, status: Int, text: String) async throws {
    try await TestShop.run { shop in
      for method in [HTTPRequest.Method.put, .patch] {
        let response = try await shop.send(method, "/settings", json, ifMatch: "*")
        #expect(response.status.code == status, "\(response.text)")
        #expect(response.text.contains(text), "\(response.text)")
      }
      #expect(try await shop.send(.get, "/settings").text == Self.defaults)
    }
  }

  @Test func ofTwoWhoHaveReadTheSameOneIsRefused() async throws {
    try await TestShop.run { shop in
      let tag = try await shop.send(.get, "/settings").tag
      #expect(try await shop.send(.put, "/settings", "{}").status == .preconditionRequired)
      let first = try await shop.send(.patch, "/settings", #"{"name":"A"}"#, ifMatch: tag)
      #expect(first.status == .ok)
      let second = try await shop.send(.patch, "/settings", #"{"name":"B"}"#, ifMatch: tag)
      #expect(second.status == .preconditionFailed)
    }
  }
}
