import Testing

@testable import catalog

@Suite struct LayoutTests {
  @Test func barsAreAsLongAsTheirNumbers() {
    var chart = BarChart()
    chart.add("libs", 3000)
    chart.add("shells", 1000)
    chart.add("x", 1)
    chart.add("none", 0, as: "-")
    #expect(
      chart.lines == [
        "  libs    3,000  " + String(repeating: "█", count: 30),
        "  shells  1,000  " + String(repeating: "█", count: 10),
        "  x           1  █",
        "  none        -",
      ])
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func digitsAreGrouped(number: Int, text: String) { #expect(number.grouped == text) }

  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (1 << 20 - 1, "1023 KiB"), (1 << 20, "1.0 MiB"),
    (3 << 19, "1.5 MiB"), (1 << 30, "1.0 GiB"), (5 << 40, "5,120.0 GiB"),
    (.max, "8,589,934,591.9 GiB"),
  ])
  func sizesHaveUnits(size: Int, text: String) { #expect(size.bytes == text) }

  @Test func whatIsToBeFetchedIsLeftOutWhereItIsNotKnown() {
    #expect(Footprint(download: 2048, installed: 4096).text == "4 KiB, download 2 KiB")
    #expect(Footprint(installed: 4096).text == "4 KiB")
  }

  @Test func namesFlow() {
    #expect(["a", "bb", "ccc"].flowing(to: 6) == ["a, bb,", "ccc"])
    #expect([].flowing(to: 6) == [])
  }

  @Test func progressHasABarWhereTheEndIsKnown() {
    #expect(
      ProgressBar.line("reading", 0.5)
        == "reading " + String(repeating: "█", count: 20) + String(repeating: "░", count: 20)
        + " 50 %")
    #expect(ProgressBar.line("saving", nil) == "saving…")
  }
}
