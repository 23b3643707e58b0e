import EntityGraph
import Foundation
import Synchronization
import TestSupport

/// What is talked about; deleted softly, with its posts.
@Entity final class Debate: ManagedObject {
  @Attribute(.unique) var name: String
  var tenant: Int = 0
  @Attribute(.deletedAt) var deletedAt: Date?
  @Relationship(inverse: "debate", deleteRule: .cascade) var posts: Set<Post>
  @Relationship(inverse: "debate", deleteRule: .deny) var pins: Set<Pin>
  @Relationship(inverse: "debates", deleteRule: .nullify) var keywords: Set<Keyword>
  @Fetched(Post.self, where: { post, debate in post.debate == debate }, sortedBy: \.text)
  var sortedPosts: [Post]
}

/// Something that somebody has written, deleted softly.
@Entity(indexes: [["debate", "-rank", "deletedAt == nil"]]) class Post: ManagedObject {
  var text: String
  var rank: Int = 0
  @Attribute(.deletedAt) var deletedAt: Date?
  @Relationship(inverse: "posts", deleteRule: .nullify) var debate: Debate?
  @Relationship(inverse: "posts", deleteRule: .nullify) var poster: Poster?
  @Relationship(inverse: "post", deleteRule: .cascade) var applauses: Set<Applause>
}

/// A post that asks for votes.
@Entity final class Poll: Post {
  var votes: Int = 0
}

/// Somebody who posts; there is one no more when deleted.
@Entity final class Poster: ManagedObject {
  var name: String
  @Relationship(inverse: "poster", deleteRule: .nullify) var posts: Set<Post>
}

/// A mark on a post, which cannot be deleted softly.
@Entity final class Applause: ManagedObject {
  @Relationship(inverse: "applauses", deleteRule: .nullify) var post: Post?
}

/// What keeps a debate from being deleted.
@Entity final class Pin: ManagedObject {
  @Attribute(.deletedAt) var removed: Date?
  @Relationship(inverse: "pins", deleteRule: .nullify) var debate: Debate?
}

/// A word that debates have, many of them.
@Entity(unique: [["word", "gone == nil"]]) final class Keyword: ManagedObject {
  var word: String
  @Attribute(.deletedAt) var gone: Date?
  @Relationship(inverse: "keywords", deleteRule: .nullify) var debates: Set<Debate>
}

/// A forum whose clock each look moves on by a second.
struct Forum {
  static let classes: [ManagedObject.Type] = [
    Debate.self, Post.self, Poll.self, Poster.self, Applause.self, Pin.self, Keyword.self,
  ]

  let container: PersistentContainer
  let context: ManagedObjectContext

  /// A clock that goes on when somebody looks.
  private final class Clock: Sendable {
    private let seconds = Mutex(0.0)
    func next() -> Date {
      seconds.withLock {
        $0 += 1
        return Date(timeIntervalSinceReferenceDate: $0)
      }
    }
  }

  init() throws {
    let clock = Clock()
    var options = StoreOptions()
    options.now = { clock.next() }
    container = try PersistentContainer(
      model: ObjectModel(classes: Self.classes), at: .memory, options: options)
    context = container.newContext()
  }

  /// Saves a debate with posts that are called as `texts` say.
  @discardableResult
  func debate(_ name: String, _ texts: [String], tenant: Int = 0) throws -> Debate {
    let debate = Debate(name: name, tenant: tenant, in: context)
    for (rank, text) in texts.enumerated() {
      _ = Post(text: text, rank: rank, debate: debate, in: context)
    }
    try context.save()
    return debate
  }
}

extension Sequence<Post> {
  /// The texts of the posts, in their order.
  var texts: [String] { map(\.text).sorted() }
}
