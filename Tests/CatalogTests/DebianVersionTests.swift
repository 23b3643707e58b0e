import Testing

@testable import catalog

@Suite struct DebianVersionTests {
  @Test(arguments: [
    ("1", "2"), ("9", "10"), ("1.0~rc1", "1.0"), ("1.0", "1.0-1"), ("1.0-1", "1.0-1+b1"),
    ("2.0", "1:0.1"), ("1.0a", "1.0+"), ("1.2-3", "1.2-10"), ("1.0-1~bpo12+1", "1.0-1"),
    ("1.0-1-1", "1.0-1-2"), ("", "0a"),
  ])
  func earlierComesFirst(earlier: String, later: String) {
    #expect(DebianVersion(earlier) < DebianVersion(later))
    #expect(!(DebianVersion(later) < DebianVersion(earlier)))
  }

  @Test(arguments: [("1.0", "1.00"), ("0:1", "1"), ("1-0", "1"), ("", "0")])
  func differentTextsCanBeOneVersion(left: String, right: String) {
    #expect(DebianVersion(left) == DebianVersion(right))
  }
}
