/// How far a declaration can be seen, the narrowest first.
package enum Access: String, Comparable, CaseIterable, Sendable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  package static func < (left: Access, right: Access) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .private: 0
    case .fileprivate: 1
    case .internal: 2
    case .package: 3
    case .public: 4
    case .open: 5
    }
  }
}
