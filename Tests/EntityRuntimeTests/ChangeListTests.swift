import EntityGraph
import Testing

/// What a context and its objects say of their changes is what a save would write.
@Suite struct ChangeListTests {
  @Test func aChangeThatIsTakenBackIsNone() throws {
    let (context, author, book) = try saved()
    book.pages = 7
    #expect(context.hasChanges)
    #expect(context.updatedObjects == [book])
    book.pages = 0
    #expect(!context.hasChanges)
    #expect(!book.hasChanges)
    #expect(context.updatedObjects == [])
    book.author = nil
    #expect(context.updatedObjects == [book])
    book.author = author
    #expect(!context.hasChanges)
    #expect(!author.hasChanges)
  }

  @Test func aToOneIsAChangeOfItsOwnerAlone() throws {
    let (context, author, book) = try saved()
    author.books = []
    #expect(context.updatedObjects == [book])
    #expect(book.hasChanges)
    #expect(!author.hasChanges)
  }

  @Test func aLinkOfTwoSetsIsAChangeOfBothEnds() throws {
    let (context, _, book) = try saved()
    let subject = try #require(try context.first(Subject.all))
    book.subjects = [subject]
    #expect(Set(context.updatedObjects) == [book, subject])
    #expect(book.hasChanges)
    #expect(subject.hasChanges)
    book.subjects = []
    #expect(context.updatedObjects == [])
    #expect(!context.hasChanges)
  }

  @Test func anObjectIsListedOnceHoweverItHasChanged() throws {
    let (context, _, book) = try saved()
    let subject = try #require(try context.first(Subject.all))
    book.subjects = [subject]
    book.pages = 7
    #expect(context.updatedObjects == [book, subject])
  }

  @Test func newAndDeletedObjectsAreChanges() throws {
    let (context, author, book) = try saved()
    let new = Profile(in: context)
    #expect(new.hasChanges)
    #expect(context.insertedObjects == [new])
    context.delete(author)
    #expect(author.hasChanges)
    #expect(context.deletedObjects == [author, book])
    #expect(context.updatedObjects == [])
    context.rollback()
    #expect(!context.hasChanges)
  }

  /// An author with a book, and a subject, in a context that has read the first two.
  private func saved() throws -> (ManagedObjectContext, Author, Book) {
    let bench = try bookshop()
    _ = Book(title: "A", author: Author(email: "u", in: bench.context), in: bench.context)
    _ = Subject(name: "S", in: bench.context)
    try bench.context.save()
    let author = try #require(try bench.context.first(Author.all))
    return (bench.context, author, try #require(author.books.first))
  }
}
