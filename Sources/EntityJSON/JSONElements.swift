/// How the values of a text that arrives a piece at a time are put together.
public enum JSONSequenceForm: String, Hashable, Sendable, CaseIterable {
  /// One list. A text that is another value has that one alone.
  case list

  /// A value in each line, as in JSON Lines; lines without anything are passed over.
  case lines
}

/// The elements of a JSON text that arrives a piece at a time, one after the other.
///
///     for try await row in JSON.elements(of: body) {
///       print(row["title"]?.string ?? "without a title")
///     }
///
/// Each is checked when it is whole. A text of any size is read with the memory of one piece and
/// one element.
public struct JSONElements<Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Sequence<UInt8> {
  public typealias Element = JSON
  public typealias Failure = any Error

  private let chunks: Chunks
  private let form: JSONSequenceForm
  private let elementLimit: Int

  init(_ chunks: Chunks, _ form: JSONSequenceForm, elementLimit: Int) {
    self.chunks = chunks
    self.form = form
    self.elementLimit = elementLimit
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(
      chunks: chunks.makeAsyncIterator(),
      scanner: JSONElementScanner(form, elementLimit: elementLimit))
  }

  /// What goes through the elements.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var chunks: Chunks.AsyncIterator
    fileprivate var scanner: JSONElementScanner
    private var chunk: [UInt8] = []
    private var index = 0
    private var isAtEnd = false

    fileprivate init(chunks: Chunks.AsyncIterator, scanner: JSONElementScanner) {
      self.chunks = chunks
      self.scanner = scanner
    }

    /// Returns the next element; `nil` at the end of the text.
    ///
    /// - Throws: a `JSONReadingError` with line, column and path for what is not JSON; what the
    ///   sequence of pieces throws; a `CancellationError` if the task is cancelled, which ends some
    ///   sequences as if there were no more.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(any Error) -> JSON? {
      while !isAtEnd {
        do {
          if let json = try scanner.next(in: chunk, from: &index) { return json }
          if let chunk = try await chunks.next(isolation: actor) {
            self.chunk = Array(chunk)
            index = 0
          } else {
            isAtEnd = true
            try Task.checkCancellation()
            return try scanner.finish()
          }
        } catch {
          isAtEnd = true
          throw error
        }
      }
      return nil
    }
  }
}

extension JSONElements: Sendable where Chunks: Sendable {}

extension JSON {
  /// How many bytes an element of a text that arrives in pieces may have unless a caller says more:
  /// 16 MB.
  public static var elementLimit: Int { 16 << 20 }

  /// Returns the elements of the text whose pieces `chunks` are, however large it is.
  ///
  ///     for try await row in JSON.elements(of: request.body.map(\.readableBytesView)) { … }
  ///
  /// - Parameters:
  ///   - chunks: The text in UTF-8, divided anywhere.
  ///   - form: Whether it is a list, or a value in each line.
  ///   - elementLimit: How many bytes an element may have; a larger one is refused.
  public static func elements<Chunks: AsyncSequence>(
    of chunks: Chunks, as form: JSONSequenceForm = .list, elementLimit: Int = JSON.elementLimit
  ) -> JSONElements<Chunks> where Chunks.Element: Sequence<UInt8> {
    JSONElements(chunks, form, elementLimit: elementLimit)
  }

  /// Returns the elements of the text whose bytes `bytes` are, however large it is; pieces of more
  /// than a byte are read in less time.
  public static func elements<Bytes: AsyncSequence>(
    of bytes: Bytes, as form: JSONSequenceForm = .list, elementLimit: Int = JSON.elementLimit
  ) -> JSONElements<AsyncMapSequence<Bytes, CollectionOfOne<UInt8>>>
  where Bytes.Element == UInt8 {
    JSONElements(bytes.map { CollectionOfOne($0) }, form, elementLimit: elementLimit)
  }
}
