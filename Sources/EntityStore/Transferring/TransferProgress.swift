/// How far an export or an import has come.
public struct TransferProgress: Hashable, Sendable {
  /// How many objects have been written to the file, or read from it.
  public let objects: Int

  /// How many objects there are, if that is known: an import knows what the first line says.
  public let totalObjects: Int?

  /// How many bytes have been written or read.
  public let bytes: Int

  /// The part of the objects that is done, from 0 to 1; `nil` if it is not known how many there
  /// are. What is done with lists and checks comes after the last object.
  public var fraction: Double? {
    totalObjects.map { $0 == 0 ? 1 : min(1, Double(objects) / Double($0)) }
  }

  /// Creates a progress.
  package init(objects: Int, totalObjects: Int?, bytes: Int) {
    self.objects = objects
    self.totalObjects = totalObjects
    self.bytes = bytes
  }
}
