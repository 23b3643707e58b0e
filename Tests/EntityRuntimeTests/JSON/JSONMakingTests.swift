import EntityGraph
import Foundation
import Testing

/// JSON that is made of values of Swift.
@Suite struct JSONMakingTests {
  @Test func listsAndDictionariesOfWhatHasJSONAreMadeJSON() throws {
    let pages = [3, 1]
    let names = ["b": ["x", "y"], "a": ["z"]]
    #expect(JSON(pages).text == "[3,1]")
    #expect(JSON(names).text == #"{"a":["z"],"b":["x","y"]}"#)
    let members: [String: JSON] = ["b": 1, "a": true]
    #expect(JSON(members).text == #"{"a":true,"b":1}"#)
    let elements: [JSON] = [1, "a"]
    #expect(JSON(elements).text == #"[1,"a"]"#)
    #expect(JSON(pages.map { ["page": JSON($0)] }).text == #"[{"page":3},{"page":1}]"#)
  }

  @Test func numbersAndDatesAreMadeJSON() throws {
    let price = try #require(Decimal(string: "9.90"))
    let share = 0.5
    let date = Date(timeIntervalSince1970: 0)
    let answer: JSON = ["price": JSON(price), "share": JSON(share), "at": JSON(date)]
    #expect(answer.text == #"{"price":9.9,"share":0.5,"at":"1970-01-01T00:00:00Z"}"#)
    let none = Double.nan
    #expect(JSON(none) == nil)
    let answered: JSON = ["x": JSON(none), "y": JSON(none) ?? .null]
    #expect(answered.text == #"{"x":"nan","y":null}"#)
  }

  @Test func whatIsNilIsMadeNull() throws {
    let (subtitle, pages, day): (String?, Int?, Date?) = (nil, nil, nil)
    let answer: JSON = ["subtitle": JSON(subtitle), "pages": JSON(pages), "day": JSON(day)]
    #expect(answer.text == #"{"subtitle":null,"pages":null,"day":null}"#)
    let (prices, extra): ([Decimal]?, JSON?) = (nil, nil)
    #expect(JSON(prices) == .null && JSON(extra) == .null)
  }

  @Test func whatIsNotNilIsMadeJSON() throws {
    let (subtitle, pages, share): (String?, Int?, Double?) = ("a", 3, 0.5)
    let answer: JSON = ["subtitle": JSON(subtitle), "pages": JSON(pages), "share": JSON(share)]
    #expect(answer.text == #"{"subtitle":"a","pages":3,"share":0.5}"#)
    let (prices, extra): ([Decimal]?, JSON?) = ([1.5], [1, "b"])
    #expect(JSON(prices).text == "[1.5]" && JSON(extra).text == #"[1,"b"]"#)
    let infinite: Double? = .infinity
    #expect(JSON(infinite).text == #""inf""#)
  }

  @Test func aListOfOptionalsHasNullForEachThatIsNil() throws {
    let (sizes, names): ([Int?], [String?]) = ([38, nil], [nil, "b"])
    let answer: JSON = ["sizes": JSON(sizes), "names": JSON(names)]
    #expect(answer.text == #"{"sizes":[38,null],"names":[null,"b"]}"#)
    #expect(JSON(sizes.map { $0.map { Double($0) } }).text == "[38,null]")
  }
}
