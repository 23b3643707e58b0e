import EntityGraph
import Foundation

@Entity final class Meeting: ManagedObject {
  var title: String
  var start: Date
  var end: Date
  var minutes: Int = 0
}

extension Meeting: ObjectLifeCycle {
  func willSave() {
    if !isDeleted { minutes = Int(end.timeIntervalSince(start) / 60) }
  }
}

extension Meeting: ValidatedObject {
  func validate(_ problems: inout ValidationProblems) {
    problems.require(!title.isEmpty, \Meeting.title, "must not be empty")
    if end < start { problems.add(\Meeting.end, "must not come before the start") }
  }
}

@Entity final class Draft: ManagedObject {
  var text: String
  @Attribute(.createdAt) var createdAt: Date
  @Attribute(.updatedAt, .indexed) private(set) var updatedAt: Date
}
