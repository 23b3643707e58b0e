import EntityGraph
import EntityGraphFoundation
import EntityModel
import Foundation
import Testing

@testable import EntityRuntime

/// Requests in the order of a language are stored as JSON and read again, where the process knows
/// the language.
@Suite struct SavedLanguageTests {
  @Test func aSavedRequestKeepsItsLanguages() throws {
    let request = Film.sorted(
      by: \.title, locale: LanguageOrderTests.swedish, numeric: true, nils: .last
    )
    .sorted(.descending, locale: LanguageOrderTests.german) { $0.director.name }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(request), as: UTF8.self)
    #expect(
      text == """
        {"entity":"Film","sorting":[{"language":"sv_SE+numeric","nils":"last","order":"ascending",\
        "value":[{"node":"attribute","path":["title"]}]},{"language":"de_DE","order":"descending",\
        "value":[{"node":"attribute","path":["director","name"]}]}],"version":1}
        """)
    let read = try JSONDecoder().decode(FetchRequest<Film>.self, from: Data(text.utf8))
    #expect(read.sorting == request.sorting)
    #expect("\(read)" == "\(request)")
  }

  @Test func aSavedRequestOfALanguageThatIsNotKnownIsRefused() throws {
    func refusal(_ language: String, of name: String = "title") throws -> String? {
      let text = """
        {"entity":"Film","sorting":[{"language":"\(language)","order":"ascending",\
        "value":[{"node":"attribute","path":["\(name)"]}]}],"version":1}
        """
      do {
        _ = try JSONDecoder().decode(FetchRequest<Film>.self, from: Data(text.utf8))
        return nil
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      }
    }
    _ = Film.sorted(by: \.title, locale: LanguageOrderTests.swedish)
    #expect(try refusal("sv_SE") == nil)
    #expect(
      try refusal("tlh_AQ") == """
        a request for 'Film' is in the order of a language that this process does not know yet; \
        import EntityGraphFoundation and, when the program begins, make a request with 'locale: \
        Locale(identifier: "tlh_AQ")'
        """)
    #expect(
      try refusal("sv_AQ+numeric") == """
        a request for 'Film' is in the order of a language that this process does not know yet; \
        import EntityGraphFoundation and, when the program begins, make a request with 'locale: \
        Locale(identifier: "sv_AQ"), numeric: true'
        """)
    #expect(
      try refusal("sv_SE", of: "minutes") == """
        a request for 'Film' sorts values of the type 'int64' as a language does, which has an \
        order of texts alone; leave out 'locale:'
        """)
    for language in ["sv'", "sv+", "sv+numeric+numeric", "sv SE", "sv)"] {
      #expect(
        try refusal(language) == """
          there is no order of a locale whose identifier has more than 100 characters, or others \
          than letters, digits and '_-@=;.'
          """)
    }
  }

  @Test func aFunctionThatComparesIsSavedWithItsLanguage() throws {
    let order = try #require(TextOrder(locale: "sv_SE", isNumeric: false))
    _ = Film.sorted(by: \.title, locale: LanguageOrderTests.swedish)
    let compared = PredicateOperand.function(
      .languageOrder(order), .string,
      [.attribute(PropertyPath(["title"])), .value(.text("Brazil"))])
    let request = FetchRequest<Film>(.comparison(compared, .less, .value(.integer(0))), [])
    let read = try JSONDecoder().decode(
      FetchRequest<Film>.self, from: JSONEncoder().encode(request))
    #expect(read.tree == request.tree)
    #expect(try Cinema().context.codes(read) == "ABE")
  }
}
