import EntityGraph
import Foundation
import Synchronization
import TestSupport

/// What is talked about; deleted softly, with its posts.
@Entity final class Topic: ManagedObject {
  @Attribute(.unique) var name: String
  var tenant: Int = 0
  @Attribute(.deletedAt) var deletedAt: Date?
  @Relationship(inverse: "topic", deleteRule: .cascade) var posts: Set<Post>
  @Relationship(inverse: "topic", deleteRule: .deny) var pins: Set<Pin>
  @Relationship(inverse: "topics", deleteRule: .nullify) var tags: Set<Tag>
  @Fetched(Post.self, where: { post, topic in post.topic == topic }, sortedBy: \.text)
  var sortedPosts: [Post]
}

/// Something that somebody has written, deleted softly.
@Entity class Post: ManagedObject {
  var text: String
  var rank: Int = 0
  @Attribute(.deletedAt) var deletedAt: Date?
  @Relationship(inverse: "posts", deleteRule: .nullify) var topic: Topic?
  @Relationship(inverse: "posts", deleteRule: .nullify) var poster: Poster?
  @Relationship(inverse: "post", deleteRule: .cascade) var likes: Set<Like>
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
@Entity final class Like: ManagedObject {
  @Relationship(inverse: "likes", deleteRule: .nullify) var post: Post?
}

/// What keeps a topic from being deleted.
@Entity final class Pin: ManagedObject {
  @Attribute(.deletedAt) var removed: Date?
  @Relationship(inverse: "pins", deleteRule: .nullify) var topic: Topic?
}

/// A word that topics have, many of them.
@Entity final class Tag: ManagedObject {
  var word: String
  @Relationship(inverse: "tags", deleteRule: .nullify) var topics: Set<Topic>
}

/// A forum whose clock each look moves on by a second.
struct Forum {
  static let classes: [ManagedObject.Type] = [
    Topic.self, Post.self, Poll.self, Poster.self, Like.self, Pin.self, Tag.self,
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
    container = try PersistentContainer(
      model: ObjectModel(classes: Self.classes), at: .memory,
      options: StoreOptions(now: { clock.next() }))
    context = container.newContext()
  }

  /// Saves a topic with posts that are called as `texts` say.
  @discardableResult
  func topic(_ name: String, _ texts: [String], tenant: Int = 0) throws -> Topic {
    let topic = Topic(name: name, tenant: tenant, in: context)
    for (rank, text) in texts.enumerated() {
      _ = Post(text: text, rank: rank, topic: topic, in: context)
    }
    try context.save()
    return topic
  }
}

extension Sequence<Post> {
  /// The texts of the posts, in their order.
  var texts: [String] { map(\.text).sorted() }
}
