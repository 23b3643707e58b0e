/// What a package needs: groups of alternatives, of each of which one has to be there.
///
///     list       ::= group (',' group)*
///     group      ::= dependency ('|' dependency)*
///     dependency ::= name (':' architecture)? ('(' relation? version ')')?
struct DependencyList: Equatable {
  /// A package that will do, in some versions.
  struct Dependency: Equatable {
    var name: String
    var architecture: String?
    var restriction: Restriction?
  }

  /// The versions that will do.
  struct Restriction: Equatable {
    var relation: Relation
    var version: String
  }

  /// How the version of a package that will do compares with the one that is named.
  enum Relation: String {
    case earlier = "<<"
    case earlierOrEqual = "<="
    case equal = "="
    case laterOrEqual = ">="
    case later = ">>"
  }

  /// Says what is wrong with a list, and how many lines after its first.
  struct Malformed: Error, Equatable {
    var problem: String
    var line: Int
  }

  /// The groups of alternatives.
  private(set) var groups: [[Dependency]] = []

  /// Reads a list, such as 'libc6 (>= 2.34), default-mta | mail-transport-agent'.
  init(_ text: String) throws(Malformed) {
    var reader = Reader(text: text)
    guard !reader.isAtEnd else { return }
    repeat {
      var group: [Dependency] = []
      repeat { group.append(try reader.dependency()) } while reader.take("|")
      groups.append(group)
    } while reader.take(",")
    guard reader.isAtEnd else { throw reader.expected("',' or '|'") }
  }

  /// The names of all alternatives of all groups, in their order.
  var names: [String] { groups.flatMap { $0.map(\.name) } }
}

extension DependencyList {
  /// Reads a list from left to right; between its parts there may be blanks and line ends.
  private struct Reader {
    private let text: String
    private var rest: Substring.UTF8View

    init(text: String) {
      self.text = text
      rest = Substring(text).utf8
      skipBlanks()
    }

    /// `true` if everything has been read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a dependency.
    mutating func dependency() throws(Malformed) -> Dependency {
      let name = word(Ascii.isPackageNameByte)
      guard Ascii.isPackageName(name) else { throw expected("a package name") }
      var dependency = Dependency(name: String(name) ?? "")
      if take(":") {
        let architecture = word(Ascii.isPackageNameByte)
        guard !architecture.isEmpty else { throw expected("an architecture") }
        dependency.architecture = String(architecture)
      }
      if take("(") {
        let relation = try relation()
        let version = word { !Ascii.isBlank($0) && $0 != UInt8(ascii: ")") }
        guard !version.isEmpty else { throw expected("a version") }
        dependency.restriction = Restriction(relation: relation, version: String(version) ?? "")
        guard take(")") else { throw expected("')'") }
      }
      return dependency
    }

    /// Reads a relation, which is '=' when it is left out; a single '<' or '>' includes equality.
    private mutating func relation() throws(Malformed) -> Relation {
      switch String(word { 0x3c...0x3e ~= $0 }) ?? "" {
      case "<<": return .earlier
      case "<=", "<": return .earlierOrEqual
      case "=", "": return .equal
      case ">=", ">": return .laterOrEqual
      case ">>": return .later
      default: throw expected("'<<', '<=', '=', '>=' or '>>'")
      }
    }

    /// Takes `character` and the blanks after it; `false` if something else comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      skipBlanks()
      return true
    }

    /// Takes bytes as long as they satisfy `isPart`, and the blanks after them.
    private mutating func word(_ isPart: (UInt8) -> Bool) -> Substring.UTF8View {
      let word = rest.prefix(while: isPart)
      rest = rest[word.endIndex...]
      skipBlanks()
      return word
    }

    private mutating func skipBlanks() {
      rest = rest.drop { Ascii.isBlank($0) || $0 == Ascii.newline }
    }

    /// Returns the error that reports that `thing` was expected where the reader is.
    func expected(_ thing: String) -> Malformed {
      let found = String(rest.prefix { $0 != Ascii.newline }.prefix(20)) ?? "bytes that are no text"
      let before = text.utf8[..<rest.startIndex]
      return Malformed(
        problem: "expected \(thing), found \(found.isEmpty ? "the end" : "'\(found)'")",
        line: before.count { $0 == Ascii.newline })
    }
  }
}
