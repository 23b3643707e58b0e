import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The types of attributes that Swift and Foundation have, whose storage types say everything of
/// their values.
let standardTypes: Set<ObjectIdentifier> = Set(
  [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
    UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, Decimal.self, String.self,
    Data.self, Date.self, UUID.self, URL.self,
  ].map { (type: any Storable.Type) in ObjectIdentifier(type) })
