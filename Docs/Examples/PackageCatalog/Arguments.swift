/// What the program is asked to do.
enum Arguments: Equatable {
  /// Print what is to be known about all packages of a store, or of this machine.
  case summary(store: String?)

  /// Bring the packages of a file into a store.
  case importing(file: String, store: String)

  /// Write the objects of a store, or of this machine, to a file.
  case exporting(file: String, store: String?)

  /// Bring the objects of a file that was exported into a store.
  case restoring(file: String, store: String)

  /// Print what is to be known about a package of a store, or of this machine.
  case asking(name: String, store: String?)

  /// Print which packages of a store, or of this machine, have words in their names or summaries.
  case searching(words: String, store: String?)

  /// Print a page of the packages of a section, or of all, of a store or of this machine.
  case browsing(section: String?, after: String?, store: String?)

  /// Print in which months packages of a store, or of this machine, have changed.
  case months(store: String?)

  /// Print how the program is used.
  case help

  /// Says what is wrong with the arguments.
  struct Problem: Error, Equatable {
    let text: String
  }

  /// How the program is used.
  static let usage = """
    usage: catalog [summary] [--store STORE]     what there is, section by section
           catalog import FILE --store STORE     brings a dpkg status or Packages file into STORE
           catalog export FILE [--store STORE]   writes all objects as lines of JSON to a new FILE
           catalog restore FILE --store STORE    brings an exported file into STORE
           catalog ask NAME [--store STORE]      what a package is, needs and is needed by
           catalog search WORDS [--store STORE]  which packages have WORDS in name or summary
           catalog browse [SECTION] [--after CURSOR] [--store STORE]
                                                 packages by name, a page at a time
           catalog months [--store STORE]        in which months imports have changed packages
           catalog help                          prints this

    Without a STORE, the questions are about the packages of this machine, or about a few that
    come with the program where there is no /var/lib/dpkg/status. FILE may be '-', the standard
    input.
    """

  /// Reads the arguments, the program's name not among them.
  init(_ arguments: [String]) throws(Problem) {
    var words: [String] = []
    var store: String?
    var cursor: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--store" || argument.hasPrefix("--store=") {
        guard store == nil else { throw Problem(text: "'--store' is given twice") }
        let value =
          argument == "--store" ? rest.popFirst() ?? "" : String(argument.dropFirst(8))
        guard !value.isEmpty else { throw Problem(text: "'--store' needs the path of a store") }
        store = value
      } else if argument == "--after" {
        guard let value = rest.popFirst() else {
          throw Problem(text: "'--after' needs the cursor that the page before has shown")
        }
        cursor = value
      } else if argument == "--help" || argument == "-h" {
        self = .help
        return
      } else if argument.hasPrefix("-"), argument != "-" {
        throw Problem(text: "unknown option '\(argument)'")
      } else {
        words.append(argument)
      }
    }
    guard let cursor else {
      try self.init(words, store: store)
      return
    }
    guard words.first == "browse", words.count < 3 else {
      throw Problem(text: "'--after' belongs to 'browse'")
    }
    self = .browsing(section: words.dropFirst().first, after: cursor, store: store)
  }

  /// Reads the arguments that are left when '--store' and its value are gone.
  private init(_ words: [String], store: String?) throws(Problem) {
    switch (words.first ?? "summary", words.dropFirst().first) {
    case ("help", nil): self = .help
    case ("summary", nil): self = .summary(store: store)
    case ("months", nil): self = .months(store: store)
    case ("import", let file?):
      guard let store else { throw Problem(text: "'import' needs '--store STORE'") }
      self = .importing(file: file, store: store)
    case ("import", nil): throw Problem(text: "'import' needs a file")
    case ("export", let file?): self = .exporting(file: file, store: store)
    case ("restore", let file?):
      guard let store else { throw Problem(text: "'restore' needs '--store STORE'") }
      self = .restoring(file: file, store: store)
    case ("export", nil), ("restore", nil):
      throw Problem(text: "'\(words[0])' needs a file")
    case ("ask", let name?): self = .asking(name: name, store: store)
    case ("search", _?):
      self = .searching(words: words.dropFirst().joined(separator: " "), store: store)
      return
    case ("browse", let section):
      self = .browsing(section: section, after: nil, store: store)
    case ("search", nil): throw Problem(text: "'search' needs words to search for")
    case ("ask", nil): throw Problem(text: "'ask' needs the name of a package")
    case ("help", let extra?), ("summary", let extra?), ("months", let extra?):
      throw Problem(text: "unexpected argument '\(extra)'")
    case (let word, _): throw Problem(text: "unknown command '\(word)'")
    }
    if words.count > 2 { throw Problem(text: "unexpected argument '\(words[2])'") }
  }
}
