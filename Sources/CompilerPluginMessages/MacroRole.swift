/// What the compiler wants an attached macro to write.
///
/// The list is open: a role that this package does not know has the compiler's name for it.
package enum MacroRole: Hashable, Sendable {
  case accessor
  case member
  case memberAttribute
  case peer
  case `extension`
  case other(String)

  /// Creates the role that the compiler calls `name`.
  package init(named name: String) {
    switch name {
    case "accessor": self = .accessor
    case "member": self = .member
    case "memberAttribute": self = .memberAttribute
    case "peer": self = .peer
    case "extension": self = .extension
    default: self = .other(name)
    }
  }
}
