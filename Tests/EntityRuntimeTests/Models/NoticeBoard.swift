import EntityGraph
import Foundation

/// A board, which can be observed, as can what is on it.
@Entity(.observable) final class NoticeBoard: ManagedObject {
  var name: String
  @Relationship(inverse: "board", deleteRule: .cascade) var notices: Set<PinnedNotice>
}

/// What is on a board; deleted softly.
@Entity(.observable) final class PinnedNotice: ManagedObject {
  var text: String
  @Attribute(.deletedAt) var removed: Date?
  @Relationship(inverse: "notices", deleteRule: .nullify) var board: NoticeBoard?
  @Relationship(inverse: "notices", deleteRule: .nullify) var topics: Set<NoticeTopic>
}

/// What notices are about.
@Entity(.observable) final class NoticeTopic: ManagedObject {
  var name: String
  @Relationship(inverse: "topics", deleteRule: .nullify) var notices: Set<PinnedNotice>
}
