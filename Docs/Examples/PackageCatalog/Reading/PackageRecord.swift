/// What a record of a control file says about a package.
struct PackageRecord {
  /// Who looks after the package.
  struct Contact: Equatable {
    var name: String
    var address: String
  }

  var name: String
  var version: String?
  var architecture: String?
  var priority: Priority?
  var section: String?
  var maintainer: Contact?
  var homepage: String?
  var summary: String?
  var details: String?

  /// How much has to be fetched to install the package, in bytes.
  var downloadSize: Int?

  /// How much room the package takes once it is installed, in bytes.
  var installedSize: Int?

  /// The names of the packages that this one needs, every alternative among them; first those
  /// that have to be set up before it. A name may come more than once.
  var dependencies: [String]

  /// Reads a record.
  ///
  /// - Throws: `malformed`, with the line, when a value is not what its field is for.
  init(_ stanza: Stanza) throws(CatalogError) {
    guard let name = stanza["Package"] else {
      throw stanza.malformed("the record has no field 'Package'")
    }
    guard Ascii.isPackageName(name.utf8) else {
      throw stanza.malformed("'\(name)' cannot be the name of a package", in: "Package")
    }
    self.name = name
    version = stanza["Version"]
    architecture = stanza["Architecture"]
    priority = stanza["Priority"].flatMap(Priority.init)
    section = stanza["Section"]
    maintainer = stanza["Maintainer"].map(Contact.init)
    homepage = stanza["Homepage"]
    downloadSize = try Self.size(in: "Size", of: stanza, "bytes", each: 1)
    installedSize = try Self.size(in: "Installed-Size", of: stanza, "KiB", each: 1024)
    dependencies =
      try Self.names(in: "Pre-Depends", of: stanza) + Self.names(in: "Depends", of: stanza)
    if let text = stanza["Description"] { (summary, details) = Self.parts(ofDescription: text) }
  }

  /// Returns the bytes that the field `name` states, in units of so many bytes.
  private static func size(
    in name: String, of stanza: Stanza, _ unit: String, each bytes: Int
  ) throws(CatalogError) -> Int? {
    guard let text = stanza[name] else { return nil }
    guard let number = Int(text), number >= 0, number <= Int.max / bytes else {
      throw stanza.malformed("'\(text)' is not a size in \(unit)", in: name)
    }
    return number * bytes
  }

  /// Returns the names of the packages that the field `name` lists.
  private static func names(
    in name: String, of stanza: Stanza
  ) throws(CatalogError) -> [String] {
    guard let text = stanza[name] else { return [] }
    do {
      return try DependencyList(text).names
    } catch {
      throw stanza.malformed("'\(name)': \(error.problem)", in: name, line: error.line)
    }
  }

  /// Returns the first line of a description and the rest, in which ' .' represents a blank line.
  private static func parts(ofDescription text: String) -> (String, String?) {
    guard let end = text.utf8.firstIndex(of: Ascii.newline) else { return (text, nil) }
    let lines = text[text.index(after: end)...].split(separator: "\n")
      .map { $0 == " ." ? "" : $0.dropFirst() }
    return (String(text[..<end]), lines.joined(separator: "\n"))
  }
}

extension PackageRecord.Contact {
  /// Words that the names of teams have.
  private static let words: Set<Substring> = [
    "developers", "group", "maintainers", "packagers", "project", "team",
  ]

  /// Parts that the addresses of teams have, most of which are mailing lists.
  private static let places = ["@lists.", "-lists.", "@tracker.", "team+"]

  /// `true` if several people seem to be behind the address.
  var isTeam: Bool {
    Self.places.contains { address.contains($0) }
      || name.lowercased().split { !$0.isLetter }.contains { Self.words.contains($0) }
  }

  /// Reads 'Name <address>'; a text without an address is both.
  init(_ text: String) {
    guard let open = text.utf8.lastIndex(of: UInt8(ascii: "<")), text.hasSuffix(">") else {
      self.init(name: text, address: text)
      return
    }
    let address = text[text.index(after: open)...].dropLast()
    var name = text[..<open]
    while name.last == " " { name.removeLast() }
    self.init(
      name: String(name.isEmpty ? address : name), address: address.lowercased())
  }
}
