import EntityGraph

/// A journal, whose passages are deleted with it; it writes down what happens to it.
@Entity class Journal: ManagedObject {
  var title: String = ""
  var slug: String = ""
  var revision: Int = 0
  @Relationship(inverse: "journal", deleteRule: .cascade) var passages: Set<Passage>
  @Ignore var calls: [String] = []

  /// What the save does beside what is written down.
  @Ignore var beforeSave: ((Journal) -> Void)?
  @Ignore var afterSave: ((Journal) -> Void)?
  @Ignore var beforeDeletion: ((Journal) -> Void)?
  @Ignore var duringValidation: ((Journal) -> Void)?

  /// What reading does beside what is written down.
  @Ignore var afterReading: ((Journal) -> Void)?

  func willSave() {
    calls.append("willSave")
    beforeSave?(self)
    if !isDeleted { slug = title.lowercased() }
  }

  func validate(_ problems: inout ValidationProblems) {
    duringValidation?(self)
    problems.require(title.count <= 20, \Journal.title, "must have at most 20 characters")
    if title.count > 3, title == title.uppercased() {
      problems.add("must not shout", rule: "journal.shouting")
    }
  }
}

extension Journal: ObjectLifeCycle, ValidatedObject {
  func awakeFromInsert() {
    calls.append("awakeFromInsert")
    revision = 1
  }

  func awakeFromFetch() {
    calls.append("awakeFromFetch \(title)")
    afterReading?(self)
  }

  func didSave() {
    calls.append("didSave")
    afterSave?(self)
  }

  func willDelete() {
    calls.append("willDelete \(passages.count)")
    beforeDeletion?(self)
  }

  func didRefresh() {
    calls.append("didRefresh \(title)")
    afterReading?(self)
  }
}

/// A journal with a lock, which it must have.
@Entity final class LockedJournal: Journal {
  var lock: String = ""

  override func willSave() {
    super.willSave()
    calls.append("locked")
  }

  override func validate(_ problems: inout ValidationProblems) {
    super.validate(&problems)
    problems.require(!lock.isEmpty, \LockedJournal.lock, "must not be empty")
  }
}

/// An passage, which only is deleted.
@Entity final class Passage: ManagedObject {
  var text: String
  @Relationship(inverse: "passages", deleteRule: .nullify) var journal: Journal?
  @Ignore var isGoing: Bool = false
}

extension Passage: ObjectLifeCycle {
  func awakeFromFetch() { if text == "lost" { text = "found" } }

  func willDelete() {
    isGoing = true
    if text == "last", let journal { managedObjectContext?.delete(journal) }
  }
}
