import Foundation
import Testing

/// Generated code in programs that are compiled already calls these; a name that goes or changes
/// breaks them.
@Suite struct GeneratedCodeListingTests {
  /// What is public for generated code alone, with how many there are of the name.
  private static let listing = """
    class __MainActorContext 1
    class __Observation 1
    class __Snapshot 1
    class __SnapshotWriter 1
    class __TypedSnapshot 1
    class __ValuesVisitor 1
    func __addDeprecatedKeyPaths 1
    func __addKeyPaths 1
    func __attribute 1
    func __awake 1
    func __blankObject 1
    func __column 4
    func __deferAwakening 1
    func __deferred 9
    func __derived 2
    func __describe 1
    func __didAssign 1
    func __didChange 1
    func __didInsert 2
    func __encode 2
    func __external 4
    func __fallback 1
    func __fetchedCount 1
    func __fetchedDictionaries 1
    func __fetchedIdentifiers 1
    func __fetchedObjects 1
    func __fill 1
    func __find 1
    func __fire 1
    func __forEach 2
    func __forEachRow 1
    func __handle 1
    func __load 1
    func __members 1
    func __noteMismatch 1
    func __noteStored 1
    func __noteUnreadable 1
    func __object 3
    func __objectID 1
    func __objects 2
    func __orderedHandle 1
    func __orderedObjects 2
    func __output 17
    func __placeholder 4
    func __read 14
    func __reference 1
    func __requiredObject 2
    func __requiredObjectID 1
    func __resolve 1
    func __rest 1
    func __restore 1
    func __results 2
    func __sendableForValues 1
    func __setObject 2
    func __setObjects 2
    func __setOrderedObjects 2
    func __setToOne 1
    func __takeSnapshot 1
    func __toOne 1
    func __unload 1
    func __visit 1
    func __willAssign 1
    func __willChange 1
    func __willWrite 1
    func __write 1
    func __written 5
    init __blank 1
    init __collecting 1
    init __leaves 2
    init __owner 1
    let __context 2
    let __selection 14
    struct __Bytes 1
    struct __ColumnCast 1
    struct __ColumnKinds 1
    struct __Deferred 1
    struct __EntityBuilder 1
    struct __External 1
    struct __FetchedCondition 1
    struct __JSONMemberReader 1
    struct __JSONMemberWriter 1
    struct __JSONStorage 1
    struct __KeyPathTable 1
    struct __LeafDecoder 1
    struct __LeafEncoder 1
    struct __LeafTable 1
    struct __ModelBuilder 1
    struct __NilLiteral 1
    struct __NoValues 1
    struct __Owner 1
    struct __ResultRow 1
    struct __Selection 1
    struct __SnapshotRow 1
    struct __StorageMembers 1
    struct __StorageTable 1
    struct __Target 1
    struct __TextOptions 1
    struct __TextRefusal 1
    struct __ToOne 1
    struct __ValuesBlank 1
    struct __ValuesHead 1
    typealias __ValuesType 1
    typealias __Wrapped 1
    var __bytes 1
    var __class 1
    var __codedValues 1
    var __condition 2
    var __entityName 1
    var __head 2
    var __isObservable 1
    var __leafTable 2
    var __none 1
    var __propertyCount 1
    var __selection 3
    var __target 3
    var __text 1
    var __wrapped 2
    """

  @Test func whatIsPublicForGeneratedCodeIsListed() throws {
    var counts: [String: Int] = [:]
    for source in try sources() {
      for line in source.split(separator: "\n") {
        if let symbol = symbol(in: line) { counts[symbol, default: 0] += 1 }
      }
    }
    let found = counts.map { "\($0) \($1)" }.sorted().joined(separator: "\n")
    #expect(found == Self.listing)
  }

  /// Returns the texts of the files of EntityRuntime.
  private func sources() throws -> [String] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/EntityRuntime").resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try paths.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
    }
  }

  /// Returns the kind and the name of what `line` declares, if that is for generated code alone.
  private func symbol(in line: Substring) -> String? {
    let words = line.split { $0 == " " || $0 == "(" || $0 == ":" || $0 == "<" || $0 == "{" }
    let kinds: Set<Substring> = ["func", "var", "let", "struct", "class", "init", "typealias"]
    // `class func` declares a function.
    guard
      let kind = words.indices.first(where: { index in
        kinds.contains(words[index]) && words.dropFirst(index + 1).first?.hasPrefix("__") == true
      })
    else { return nil }
    let modifiers: Set<Substring> = ["public", "open", "@usableFromInline"]
    guard words[..<kind].contains(where: modifiers.contains) else { return nil }
    return "\(words[kind]) \(words[kind + 1])"
  }
}
