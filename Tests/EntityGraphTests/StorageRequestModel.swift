import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Settings of every type that requests can name.
@DictionaryStorage struct Choices {
  var theme = "light"
  var nickname: String?
  var isDark = false
  var isLoud: Bool?
  var size: Int?
  var limit: Int? = 12
  var level = 3
  var tiny: Int8 = -1
  var small: UInt16 = 7
  var wide: UInt64 = .max
  var ratio: Float = 0.1
  @Stored(json: "font-size") var fontSize: Double = 10.1
  var price: Decimal = Decimal(string: "10.50") ?? 0
  var since: Date = Date(timeIntervalSince1970: 0.25)
  var until: Date?
  var key: UUID = UUID(uuidString: "A5F4F3D2-0000-4000-8000-000000000001") ?? UUID()
  var page: URL?
  var seal: Data = Data([0, 255])
  var kind: PaperKind = .book
  var grade: Grade = .low
  var rank: Rank?
  @Stored(json: "it's.\"deep\"") var quoted = "it's"
  var window: Frame = Frame(width: 5)
  var spare: Frame?
  var tags: [String] = []
  var token: UUID = UUID()
  var stage: Stage = .early
  var summary: String { theme }

  enum Grade: String, Storable, CaseIterable { case low, high }
  enum Rank: Int, Storable, CaseIterable { case first = 1, second }
  enum Stage: String, Codable { case early, late }
}

@DictionaryStorage struct Frame {
  var width = 800
  var title: String?
  @Stored(json: "inner.depth") var depth = 2
}

@Entity(indexes: [
  ["choices.theme"], ["-choices.level", "name"], ["choices.fontSize"], ["choices.price"],
  ["choices.window.width", "choices.nickname != nil"],
])
final class Reader: ManagedObject {
  var name: String
  var choices: Choices = Choices()
  var spare: Choices?
  var payload: JSON = .null
  var extra: JSON?
  @Relationship(inverse: "readers", deleteRule: .nullify) var club: Club?
}

@Entity final class Club: ManagedObject {
  var name: String
  var choices: Choices = Choices()
  @Relationship(inverse: "club", deleteRule: .nullify) var readers: Set<Reader>
}
