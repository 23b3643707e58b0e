import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// What is undone together, what is recorded, and for how long.
@Suite struct UndoGroupTests {
  private let bench: Bench
  private let context: ManagedObjectContext
  private let recorder = UndoRecorder()
  private let book: Book

  init() throws {
    bench = try bookshop()
    context = bench.context
    book = Book(title: "A", in: context)
    try context.save()
    context.undoRecorder = recorder
  }

  // MARK: Recording

  @Test func nothingIsRecordedWithoutARecorder() throws {
    context.undoRecorder = nil
    context.undoGroup("Rename") { book.title = "B" }
    #expect(book.title == "B")
    #expect(!context.undo() && !context.redo())
    #expect(!recorder.canUndo)
    context.undoRecorder = recorder
    #expect(!context.undo())
    #expect(book.title == "B")
  }

  @Test func aRecorderRecordsOneContext() async {
    await #expect(processExitsWith: .failure) {
      let bench = try bookshop()
      let recorder = UndoRecorder()
      bench.context.undoRecorder = recorder
      let other = bench.container.newContext()
      other.undoRecorder = recorder
    }
  }

  @Test func theRecorderOfAReleasedContextCanBeUsedByAnother() throws {
    weak var released: Book?
    try { () throws in
      let other = bench.container.newContext()
      other.undoRecorder = UndoRecorder()
      let found = try other.only(Book.all)
      found.title = "B"
      released = found
      let recorder = other.undoRecorder
      #expect(recorder?.canUndo == true)
    }()
    #expect(released == nil)
    let kept = UndoRecorder()
    try { () throws in
      let other = bench.container.newContext()
      other.undoRecorder = kept
      try other.only(Book.all).title = "B"
    }()
    #expect(!kept.canUndo)
    bench.container.newContext().undoRecorder = kept
  }

  @Test func whatIsNotToBeRecordedIsNot() throws {
    book.title = "B"
    context.withoutUndo { book.pages = 7 }
    context.undo()
    #expect(book.title == "A")
    #expect(book.pages == 7)
    context.withoutUndo {
      book.pages = 8
      #expect(!recorder.canUndo)
    }
    #expect(recorder.canRedo)
  }

  @Test func whatIsChangedWithoutObjectsIsNotRecorded() throws {
    try context.update(Book.all) { $0.pages = 9 }
    #expect(!recorder.canUndo)
    try context.deleteAll(Book.all)
    #expect(!recorder.canUndo)
  }

  @Test func whateverChangesObjectsIsRecorded() throws {
    let author = try context.upsert(Author.self, \.email, "x") { $0.name = "X" }
    #expect(recorder.undoNames.count == 1)
    context.undo()
    #expect(author.managedObjectContext == nil)
    #expect(try context.count(Author.all) == 0)
    try context.upsert(Author.self, \.email, "y") { $0.name = "Y" }
    try context.save()
    try context.upsert(Author.self, \.email, "y") { $0.name = "Z" }
    try book.setValue("by key", forKey: "title")
    context.undo()
    #expect(book.title == "A")
    #expect(try context.only(Author.all).name == "Y")
    expectSound(context)
  }

  @Test func whatIsWrittenTogetherCanBeUndoneBeforeItEnds() async throws {
    let id = book.objectID
    let counts = try await bench.container.write { context in
      context.undoRecorder = UndoRecorder()
      let book = try #require(try context.object(Book.self, with: id))
      let new = Book(title: "new", author: Author(email: "x", in: context), in: context)
      context.delete(book)
      try context.save()
      context.undo()
      let restored = [book.isInserted, new.isDeleted]
      try context.save()
      return (try context.count(Book.all), try context.count(Author.all), restored)
    }
    #expect(counts.0 == 1 && counts.1 == 0)
    #expect(counts.2 == [true, true])
    let other = bench.container.newContext()
    #expect(try other.fetch(Book.all).map(\.objectID) == [id])
  }

  // MARK: Groups

  @Test func aGroupThatTakesBackWhatItDoesToRelationshipsIsNone() throws {
    let music = try Bench(Album.self, Track.self, LiveTrack.self, Playlist.self, Listener.self)
    let context = music.context
    let tracks = ["a", "b", "c"].map { Track(title: $0, in: context) }
    let (list, other) = (Playlist(name: "p", in: context), Playlist(name: "q", in: context))
    list.tracks = tracks
    let listener = Listener(name: "l", in: context)
    listener.favorites = [tracks[0]]
    try context.save()
    let recorder = UndoRecorder()
    context.undoRecorder = recorder
    listener.name = "m"
    context.undo()
    let groups: [(String, () -> Void)] = [
      (
        "a link",
        {
          tracks[1].fans.insert(listener); listener.favorites.removeLast()
        }
      ),
      (
        "the order",
        {
          list.tracks.swapAt(0, 1); list.tracks.swapAt(0, 1)
        }
      ),
      ("a member and its place", { list.tracks.insert(list.tracks.removeFirst(), at: 0) }),
      (
        "a member elsewhere",
        {
          other.tracks.append(tracks[2]); other.tracks.removeLast()
        }
      ),
    ]
    for (name, group) in groups {
      context.undoGroup(name, group)
      #expect(!recorder.canUndo && recorder.canRedo, "\(name)")
      #expect(list.tracks.titles == "abc" && listener.favorites.titles == "a")
      expectSound(context)
    }
    // A member that comes back elsewhere is a change.
    context.undoGroup("moved") { list.tracks.append(list.tracks.removeFirst()) }
    #expect(list.tracks.titles == "bca" && recorder.undoNames == ["moved"])
    context.undo()
    #expect(list.tracks.titles == "abc")
    context.redo()
    #expect(list.tracks.titles == "bca")
    context.undoGroup("linked") { tracks[1].fans.insert(listener) }
    context.undo()
    #expect(listener.favorites.titles == "a")
    expectSound(context)
  }

  @Test func aGroupInWhichEverythingThatIsMadeIsDeletedAgainIsNone() throws {
    let music = try Bench(Album.self, Track.self, LiveTrack.self, Playlist.self, Listener.self)
    let context = music.context
    let listener = Listener(name: "l", in: context)
    try context.save()
    let recorder = UndoRecorder()
    context.undoRecorder = recorder
    listener.name = "m"
    context.undo()
    /// Makes a track that is in a list and is somebody's favorite, and deletes both again.
    func pass() {
      let track = Track(title: "t", in: context)
      let list = Playlist(name: "p", in: context)
      list.tracks = [track, Track(title: "u", in: context)]
      for other in list.tracks { context.delete(other) }
      context.delete(list)
    }
    context.undoGroup("g") { pass() }
    #expect(!recorder.canUndo && recorder.canRedo)
    expectSound(context)
    context.undoGroup("h") {
      pass()
      listener.name = "n"
    }
    #expect(recorder.undoNames == ["h"] && !recorder.canRedo)
    context.undo()
    #expect(listener.name == "l" && !context.hasChanges)
    context.redo()
    #expect(listener.name == "n")
    expectSound(context)
  }

  @Test func aGroupIsUndoneTogetherAndHasItsName() throws {
    context.undoGroup("Rename") {
      book.title = "B"
      context.undoGroup("Count") { book.pages = 1 }
    }
    context.undoGroup { book.pages = 2 }
    #expect(recorder.undoNames == [nil, "Rename"])
    #expect(recorder.undoName == nil)
    context.undo()
    #expect(recorder.undoName == "Rename")
    #expect(recorder.redoNames == [nil])
    context.undo()
    #expect(book.title == "A" && book.pages == 0)
    #expect(recorder.redoName == "Rename")
    #expect(!recorder.canUndo && recorder.canRedo)
    context.redo()
    #expect(book.title == "B" && book.pages == 1)
    #expect(recorder.undoName == "Rename")
  }

  @Test func changesOutsideOfGroupsAreOneUntilTheNext() throws {
    book.title = "B"
    book.pages = 1
    context.undoGroup("Count") { book.pages = 2 }
    book.pages = 3
    recorder.endGroup()
    book.pages = 4
    try context.save()
    book.pages = 5
    recorder.nameGroup("Last")
    #expect(recorder.undoNames == ["Last", nil, nil, "Count", nil])
    var pages: [Int] = []
    while context.undo() { pages.append(book.pages) }
    #expect(pages == [4, 3, 2, 1, 0])
    #expect(book.title == "A")
  }

  @Test func aGroupThatChangesNothingIsNone() throws {
    book.title = "B"
    context.undo()
    context.undoGroup("Nothing") {}
    #expect(!recorder.canUndo && recorder.canRedo)
  }

  @Test func whatAGroupHasChangedBeforeItThrewCanBeUndone() throws {
    #expect(throws: CancellationError.self) {
      try context.undoGroup("Half") {
        book.title = "B"
        throw CancellationError()
      }
    }
    #expect(recorder.undoName == "Half")
    context.undo()
    #expect(book.title == "A")
  }

  @Test func aSaveWithinAGroupDoesNotEndIt() throws {
    try context.undoGroup("Both") {
      book.title = "B"
      try context.save()
      book.pages = 1
      recorder.endGroup()
      book.pages = 2
    }
    context.undo()
    #expect(book.title == "A" && book.pages == 0)
    try save(context, Book.self)
    #expect(!recorder.canUndo)
  }

  @Test func anObjectHasOneRecordInAGroupHoweverItIsChanged() throws {
    let other = Book(title: "X", in: context)
    let third = Book(title: "Y", in: context)
    try context.save()
    recorder.removeAll()
    let titles = { [book.title, other.title, third.title] }
    let before = titles()
    try context.undoGroup {
      for number in 1...3 {
        for object in [book, other, third] { object.title = "\(number)" }
        for object in [third, book] { object.pages += 1 }
        if number == 2 { try context.save() }
      }
      other.title = "X"
      // What is stored again has lost its changes, which begin again.
      try context.save()
      other.title = "Z"
      try context.refresh(third, mergingChanges: false)
      third.title = "T"
      context.delete(third)
    }
    for _ in 0..<2 {
      context.undo()
      #expect(titles() == before)
      #expect(book.pages == 0 && third.pages == 0 && !third.isDeleted)
      expectSound(context)
      context.redo()
      #expect(book.title == "3" && other.title == "Z")
      #expect(book.pages == 3 && third.isDeleted)
      expectSound(context)
    }
  }

  @Test func anObjectThatIsDeletedAndChangedHasOneRecordToo() throws {
    let other = Book(title: "X", in: context)
    try context.save()
    recorder.removeAll()
    context.undoGroup {
      book.title = "B"
      context.delete(other)
      other.title = "Z"
      book.title = "C"
    }
    context.undo()
    #expect(book.title == "A" && other.title == "X" && !other.isDeleted)
    #expect(!context.hasChanges)
    expectSound(context)
  }

  @Test func nothingIsUndoneWithinAGroup() async {
    await #expect(processExitsWith: .failure) {
      let bench = try bookshop()
      bench.context.undoRecorder = UndoRecorder()
      bench.context.undoGroup { _ = bench.context.undo() }
    }
  }

  @Test func anotherChangeForgetsWhatCouldBeRedone() throws {
    book.title = "B"
    context.undo()
    #expect(recorder.canRedo)
    book.pages = 1
    #expect(!recorder.canRedo && recorder.redoNames == [] && recorder.redoName == nil)
    #expect(!context.redo())
    #expect(book.title == "A")
  }

  @Test func whatChangesNothingIsNotUndoneAndLeavesWhatCanBeRedone() throws {
    let author = Author(email: "u@x", name: "Le Guin", in: context)
    book.author = author
    book.tags = ["a"]
    recorder.endGroup()
    book.title = "B"
    context.undo()
    let names = recorder.undoNames.count
    book.title = book.title
    book.tags = book.tags
    book.author = author
    author.$books.insert(book)
    author.books = author.books
    book.pages += 1
    #expect(recorder.canUndo && !recorder.canRedo)
    book.pages -= 1
    #expect(recorder.canRedo && recorder.undoNames.count == names)
    context.undoGroup("Nothing") { book.genre = book.genre }
    try context.save()
    #expect(recorder.canRedo && recorder.undoNames.count == names)
    #expect(context.redo())
    #expect(book.title == "B" && book.author === author && book.tags == ["a"])
    expectSound(context)
  }

  @Test func whatIsMadeAndDeletedInOneGroupIsNotUndone() throws {
    context.undoGroup("Nothing") { context.delete(Book(title: "B", in: context)) }
    #expect(!recorder.canUndo && !context.undo())
    context.undoGroup("One") { _ = Book(title: "B", in: context) }
    #expect(recorder.undoNames == ["One"])
  }

  @Test func oneObjectThatIsChangedAmongMakesAGroup() throws {
    let other = Book(title: "Other", in: context)
    recorder.endGroup()
    context.undoGroup("Both") {
      book.title = "A"
      other.pages = 7
      other.pages = 7
    }
    #expect(recorder.undoNames.first == "Both")
    #expect(context.undo())
    #expect(other.pages != 7)
  }

  // MARK: Bounds

  @Test func theOldestGroupsAreForgotten() throws {
    recorder.levels = 2
    for pages in 1...4 { context.undoGroup("\(pages)") { book.pages = pages } }
    #expect(recorder.undoNames == ["4", "3"])
    recorder.levels = 1
    #expect(recorder.undoNames == ["4"])
    recorder.levels = 0
    #expect(!recorder.canUndo)
    recorder.levels = nil
    for pages in 1...200 { context.undoGroup { book.pages = pages } }
    #expect(recorder.undoNames.count == 200)
  }

  @Test func recordedValuesTakeNoMoreThanTheirBytes() throws {
    recorder.bytes = 100_000
    for letter in ["x", "y", "z", "0"] {
      context.undoGroup(letter) { book.title = String(repeating: letter, count: 40_000) }
    }
    // The first group holds the short title from before it.
    #expect(recorder.undoNames == ["0", "z"])
    #expect((80_000...100_000).contains(recorder.recordedBytes))
    recorder.bytes = 50_000
    #expect(recorder.undoNames == ["0"])
  }

  @Test func valuesThatAreStoredAsJSONAreCountedRoughly() throws {
    book.tags = [String(repeating: "x", count: 40_000)]
    recorder.endGroup()
    let bytes = recorder.recordedBytes
    book.tags = []
    recorder.endGroup()
    #expect((256..<2_000).contains(recorder.recordedBytes - bytes))
  }

  @Test func aGroupThatIsTooLargeIsForgottenWithThoseBeforeIt() throws {
    book.title = "B"
    recorder.endGroup()
    recorder.bytes = 2_000
    context.undoGroup("Many") {
      for number in 0..<100 { _ = Book(title: "\(number)", in: context) }
    }
    #expect(!recorder.canUndo && !context.undo())
    context.undoGroup("One") { book.title = "C" }
    #expect(recorder.undoNames == ["One"])
    context.undo()
    #expect(book.title == "B")
  }

  @Test func rollbackAndRefreshAllForgetWhatWasRecorded() throws {
    book.title = "B"
    try context.save()
    context.undo()
    context.rollback()
    #expect(!recorder.canUndo && !recorder.canRedo)
    #expect(book.title == "B")
    book.title = "C"
    context.refreshAll()
    #expect(!recorder.canUndo)
    #expect(book.title == "C")
  }
}
