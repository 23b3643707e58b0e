import EntityGraph

/// Changes one attribute of many books and saves, as the workload `update` does.
struct Undoing {
  private let container: PersistentContainer

  init(path: String) throws { container = try GraphContender(path: path).container }

  /// Returns the milliseconds of changing and saving `count` books, which are recorded if
  /// `isRecorded` and can be undone until the time ends.
  func change(_ count: Int, isRecorded: Bool, _ stopwatch: Stopwatch) throws -> Double {
    defer { container.close() }
    let context = container.newContext()
    let books = try context.fetch(Book.limit(count))
    return try stopwatch.milliseconds {
      if isRecorded { context.undoRecorder = UndoRecorder() }
      for book in books { book.pages += 1 }
      try context.save()
      guard (context.undoRecorder?.canUndo ?? false) == isRecorded else {
        throw WrongAnswer(description: "nothing has been recorded")
      }
      context.undoRecorder = nil
    }
  }
}
