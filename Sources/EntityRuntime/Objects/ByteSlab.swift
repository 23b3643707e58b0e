/// A block of memory with the bytes of texts and blobs that objects have not read yet.
///
/// The rows of a fetch share slabs, some twenty to one: most of what is fetched is never looked at,
/// and one allocation replaces one for each text. A slab lives as long as the last object
/// that has bytes in it.
final class ByteSlab: ManagedBuffer<ByteSlab.Header, UInt8> {
  struct Header {
    /// How many bytes there is room for.
    let capacity: Int

    /// How many bytes have been taken.
    var used = 0
  }

  /// The capacity of the largest slab that several rows share: small enough not to weigh much when
  /// one object retains it, and large enough to cost little for each.
  private static let sharedCapacity = 2048

  /// `true` if `count` more bytes can be taken.
  @inline(__always) func hasRoom(for count: Int) -> Bool {
    withUnsafeMutablePointerToHeader { $0.pointee.used + count <= $0.pointee.capacity }
  }

  /// Returns a slab that has room for `count` bytes, larger than `slab`, which has none, as rows go
  /// on coming.
  static func withRoom(for count: Int, after slab: ByteSlab?) -> ByteSlab {
    let former = slab?.withUnsafeMutablePointerToHeader { $0.pointee.capacity } ?? 64
    let capacity = max(count, min(former * 2, sharedCapacity))
    let made = ByteSlab.create(minimumCapacity: capacity) { _ in Header(capacity: capacity) }
    return unsafeDowncast(made, to: ByteSlab.self)
  }

  /// The beginning of the bytes; valid as long as the slab.
  var base: UnsafeMutableRawPointer {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
  }

  /// Takes `count` bytes and returns where they begin.
  ///
  /// - Requires: there is room for them.
  func take(_ count: Int) -> UnsafeMutableRawPointer {
    // A property of the class would be checked at each access.
    withUnsafeMutablePointers { header, elements in
      let start = UnsafeMutableRawPointer(elements + header.pointee.used)
      header.pointee.used += count
      return start
    }
  }
}
