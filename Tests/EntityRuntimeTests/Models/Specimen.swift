import EntityGraph
import Foundation

enum Grade: String, Storable, CaseIterable { case low, high = "Höchst", empty = "" }
enum Level: Int, Storable, CaseIterable {
  case lowest = -9_223_372_036_854_775_808, zero = 0, highest = 9_223_372_036_854_775_807
}
enum Bits: UInt8, Storable, CaseIterable { case none = 0, all = 255 }

/// A value that is stored as JSON.
struct Address: Codable, Hashable {
  var street = ""
  var floors: [Int?] = []
  var notes: [String: String?] = [:]
  var position: [Double]?
}

/// Has an attribute of every type that an attribute can have, and of its optional.
@Entity final class Specimen: ManagedObject {
  var bool: Bool = false
  var maybeBool: Bool?
  var int: Int = 0
  var maybeInt: Int?
  var int8: Int8 = 0
  var maybeInt8: Int8?
  var int16: Int16 = 0
  var maybeInt16: Int16?
  var int32: Int32 = 0
  var maybeInt32: Int32?
  var int64: Int64 = 0
  var maybeInt64: Int64?
  var uint8: UInt8 = 0
  var maybeUInt8: UInt8?
  var uint16: UInt16 = 0
  var maybeUInt16: UInt16?
  var uint32: UInt32 = 0
  var maybeUInt32: UInt32?
  var float: Float = 0
  var maybeFloat: Float?
  var double: Double = 0
  var maybeDouble: Double?
  var string: String = ""
  var maybeString: String?
  var date: Date = Date(timeIntervalSinceReferenceDate: 0)
  var maybeDate: Date?
  var data: Data = Data()
  var maybeData: Data?
  var uuid: UUID = UUID()
  var maybeUUID: UUID?
  var url: URL = URL(filePath: "/")
  var maybeURL: URL?
  var decimal: Decimal = 0
  var maybeDecimal: Decimal?
  var grade: Grade = .low
  var maybeGrade: Grade?
  var level: Level = .zero
  var maybeLevel: Level?
  var bits: Bits = .none
  var maybeBits: Bits?
  var address: Address = Address()
  var maybeAddress: Address?
  var numbers: [Int] = []
  var maybeNumbers: [Int]?
  var reals: [Double] = []
  var grades: [Grade] = []
  var names: [String: Int] = [:]
  var maybeNames: [String: Int]?
  var nested: [String: [Int?]?] = [:]
  var maybeNested: [[String?]?]?
}
