import EntityGraph

/// Gives the author's books another name of hers in front, so that it can be taken back at once.
func credit(_ author: Author, as name: String, in context: ManagedObjectContext) {
  if context.undoRecorder == nil { context.undoRecorder = UndoRecorder(levels: 50) }
  context.undoGroup("Rename") {
    author.name = name
    for book in author.books { book.title = "\(name): \(book.title)" }
  }
}

/// What the menu of an editor shows.
func menu(of context: ManagedObjectContext) -> [String] {
  guard let recorder = context.undoRecorder else { return [] }
  var items: [String] = []
  if recorder.canUndo { items.append("Undo \(recorder.undoName ?? "")") }
  if recorder.canRedo { items.append("Redo \(recorder.redoName ?? "")") }
  return items
}

/// Deletes an author with her books, saves that, thinks better of it, and saves that too.
func deleteByMistake(_ author: Author, in context: ManagedObjectContext) throws {
  context.delete(author)
  try context.save()
  context.undo()
  try context.save()
}

/// Ends the group of what the pointer has changed until it was lifted.
func pointerWasLifted(in context: ManagedObjectContext) {
  context.undoRecorder?.nameGroup("Drag")
  context.undoRecorder?.endGroup()
}

/// Counts a reading of `book`, which nobody wants to undo.
func countReading(of book: Book, in context: ManagedObjectContext) {
  context.withoutUndo { book.pages += 1 }
}
