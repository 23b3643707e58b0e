/// A piece of the author's file, as the compiler sends it.
///
/// Fragments that the compiler made up or cut down (lexical contexts, extended types, conformance
/// lists) have an empty `fileName` and no location.
package struct SourceFragment: Equatable, Sendable {
  /// The text, beginning with the white space and comments before the first token.
  package var source: String

  /// The path of the file, or the name of an expansion's buffer where another macro wrote the text.
  package var fileName: String

  /// The module and the file's last path component, as `#fileID` has them.
  package var fileID: String

  /// The line of the first byte of `source`, counted from 1.
  package var line: Int

  /// The UTF-8 column of the first byte of `source`, counted from 1.
  package var column: Int

  /// The number of UTF-8 bytes of the file before `source`.
  package var offset: Int

  /// Creates a fragment; without a location it is text that is in no file.
  package init(
    source: String, fileName: String = "", fileID: String = "", line: Int = 0, column: Int = 0,
    offset: Int = 0
  ) {
    self.source = source
    self.fileName = fileName
    self.fileID = fileID
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// Returns the location in the author's file of the byte `offset` of `source`.
  package func position(at offset: Int) -> PluginDiagnostic.Position {
    PluginDiagnostic.Position(fileName: fileName, offset: self.offset + offset)
  }

  /// Returns the location in the author's file of a range of bytes of `source`.
  package func range(_ range: Range<Int>) -> PluginDiagnostic.SourceRange {
    PluginDiagnostic.SourceRange(
      fileName: fileName, startOffset: offset + range.lowerBound,
      endOffset: offset + range.upperBound)
  }
}
