import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An attribute that a save has given its time.
struct KeptTime {
  let object: ManagedObject
  let index: Int

  /// What it was before.
  let former: Any?
}

/// The attributes that keep a time by themselves.
extension UnitOfWork {
  /// Gives the attributes of `object` that keep a time, and were given none, `time`, or the time
  /// that it is.
  func fillTimestamps(of object: ManagedObject, with time: Date? = nil) {
    let time = time ?? container.store.now()
    for index in object.__entity.timestampIndexes
    where Attribute.Timestamp.isMissing(object.storedValue(at: index)) {
      _ = object.__setValue(index, time)
    }
  }

  /// Gives the objects that are to be saved the time at which that is: new ones where they have
  /// none, changed ones where they were given none since they were read; returns what the changed
  /// ones had before.
  func keepTimestamps() -> [KeptTime] {
    guard container.entities.keepsTimestamps else { return [] }
    var kept: [KeptTime] = []
    let time = container.store.now()
    for object in tracker.inserted where !object.__flags.contains(.isDetached) {
      fillTimestamps(of: object, with: time)
    }
    for object in tracker.changed
    where !object.__entity.updatedIndexes.isEmpty && !object.__flags.contains(.isDeleted) {
      let changed = object.differingProperties
      if changed.isEmpty { continue }
      for index in object.__entity.updatedIndexes
      where !changed.contains(index)
        || Attribute.Timestamp.isMissing(object.storedValue(at: index))
      {
        kept.append(KeptTime(object: object, index: index, former: object.__value(index)))
        _ = object.__setValue(index, time)
      }
    }
    return kept
  }

  /// Gives `kept` the times from before, since they have not been saved.
  func takeBack(_ kept: [KeptTime]) {
    for item in kept where item.object.__isLive {
      _ = item.object.__setValue(item.index, item.former)
    }
  }
}

extension Attribute.Timestamp {
  /// `true` if `value` is what an attribute has that keeps a time and was given none.
  static func isMissing(_ value: StoredValue) -> Bool {
    value.isNull || value == Date.distantPast.storedValue
  }
}

extension ManagedEntity {
  /// What the attributes of `row` hold that have the time of the last save, and their property
  /// indexes.
  func times(of row: borrowing __Row) -> [(index: Int, value: StoredValue)] {
    var times: [(index: Int, value: StoredValue)] = []
    for index in updatedIndexes {
      if let column = layout.columns[index] {
        times.append((index, row[column.position].storedValue))
      }
    }
    return times
  }

  /// `true` if the property `index` keeps a time and `value` is none: it was given nothing.
  func isMissingTimestamp(_ index: Int, _ value: StoredValue) -> Bool {
    !timestampIndexes.isEmpty && timestampIndexes.contains(index)
      && Attribute.Timestamp.isMissing(value)
  }
}
