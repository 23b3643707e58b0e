/// Gives an actor a context of its own, whose work runs on the container's threads.
///
/// Generated are `container`, `context`, an executor, `subscript(_:as:)`, which finds an object by
/// its id, `withContext(_:)`, and, unless the actor has an initialiser of its own,
/// `init(container:)`, which takes the stored properties that have no value too.
///
///     @EntityActor actor Library {
///       func rename(_ id: ObjectID, to title: String) throws {
///         guard let book = self[id, as: Book.self] else { return }
///         book.title = title
///         try context.save()
///       }
///     }
///
///     let library = Library(container: container)
///     try await library.rename(id, to: "The Dispossessed")
///
/// Objects and the context stay inside the actor: its methods return ids and values. What has been
/// changed and not saved stays in the context when a method returns, for the next one to see: each
/// method that changes something ends with `try context.save()`, or with `context.rollback()` where
/// that throws.
///
/// What others commit is taken over into the context at once, between two pieces of a method: at an
/// `await`, or when it returns. Unsaved changes stay; see `followsCommits`.
///
/// An initialiser of the author's sets up everything by one assignment,
/// `self.container = container`.
///
/// On a class marked `@MainActor` it is the same over the main actor, whose thread it uses: for
/// user interfaces.
@attached(
  member,
  names: named(init), named(container), named(context), named(unownedExecutor), named(subscript),
  named(withContext), named(__executor), named(__mainContext))
public macro EntityActor() = #externalMacro(module: "EntityMacros", type: "EntityActorMacro")
