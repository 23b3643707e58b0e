import EntityModel
import EntityStore
import Synchronization

/// Finds out which property a key path reads that is none of those that a class declares.
///
/// A requirement of a protocol (`{ $0.title == "a" }` in code over `T: ManagedObject & Titled`) and
/// a path that goes on (`\Book.author?.name`) are key paths of their own, not equal to those of the
/// properties that they read. They are read of objects whose rows are made up: where a key path
/// answers with the value of one property, and of no other, for every row, among them such with
/// empty texts, extreme numbers and absent values, it leads to that property. A property that
/// computes something of the one that it reads differs for some row.
struct KeyPathProbe {
  /// How many properties a path may have.
  private static let longest = 4

  /// The most paths that are compared.
  private static let mostCandidates = 4096

  /// What has been found out.
  private static let answers = Mutex(Answers())

  /// What has been found out, by class and key path.
  private struct Answers: @unchecked Sendable {
    // The key paths of properties are immutable and capture nothing; their erased type cannot say
    // so.
    private var paths: [ObjectIdentifier: [AnyKeyPath: PropertyPath?]] = [:]
    private var count = 0

    /// How many answers are kept.
    private static let most = 4096

    /// Returns the answer for `keyPath`; `nil` where none is known.
    func answer(_ keyPath: AnyKeyPath, _ type: ManagedObject.Type) -> PropertyPath?? {
      paths[ObjectIdentifier(type)]?[keyPath]
    }

    /// Keeps `answer` for `keyPath`.
    mutating func keep(
      _ answer: PropertyPath?, _ keyPath: AnyKeyPath, _ type: ManagedObject.Type
    ) {
      if count == Self.most { self = Answers() }
      count += 1
      paths[ObjectIdentifier(type), default: [:]][keyPath] = .some(answer)
    }
  }

  /// Returns the path to the property that `keyPath` reads of objects of `type`, or `nil` where it
  /// does anything else, or that cannot be known.
  static func path(of keyPath: AnyKeyPath, in type: ManagedObject.Type) -> PropertyPath? {
    if let answer = answers.withLock({ $0.answer(keyPath, type) }) { return answer }
    // The getters of the user's class run here, which may ask for other key paths.
    let answer = KeyPathProbe(keyPath, type)?.path
    answers.withLock { $0.keep(answer, keyPath, type) }
    return answer
  }

  private let keyPath: AnyKeyPath
  private let type: ManagedObject.Type

  /// The type of the key path's value, of what it holds where it is an `Optional`.
  private let valueType: any Any.Type

  /// `true` if the type is an `Optional`.
  private let isOptional: Bool

  /// `true` if the key path ends the program where something on its way is absent.
  private let isForced: Bool

  /// Where the objects come from.
  private let context: ManagedObjectContext

  /// The entity of `type`.
  private let entity: ManagedEntity

  /// Prepares to probe `keyPath`; `nil` where `type` has no objects that could be read.
  private init?(_ keyPath: AnyKeyPath, _ type: ManagedObject.Type) {
    guard !Self.leadsIntoCollection("\(keyPath)"), let context = ProbeStore.context(of: type),
      let entity = try? context.unit.entity(of: type)
    else { return nil }
    self.keyPath = keyPath
    self.type = type
    (valueType, isOptional) = flattened(Swift.type(of: keyPath).valueType)
    isForced = "\(keyPath)".contains("!")
    self.context = context
    self.entity = entity
  }

  /// `true` if `text`, that of a key path, goes on behind a collection, where no property is: by a
  /// subscript, it would end the program where what is made up is shorter.
  private static func leadsIntoCollection(_ text: String) -> Bool {
    ["Array", "Set", "Dictionary"].contains { name in
      ["(\(name)<", "<\(name)<"].contains { begin in
        text.firstRange(of: begin).map { range in
          [")>.", ")>?.", ")>!."].contains { text[range.upperBound...].contains($0) }
        } ?? false
      }
    }
  }

  /// A property, or one that is reached through to-ones.
  private struct Candidate {
    /// The property indexes of the to-ones and the property.
    var way: [Int]

    /// Their names.
    var names: [String]

    /// The way to the leaf of the property, which is a composition; `nil` for the property itself.
    var leaf: __LeafTable.Way?

    /// The values that have been read, of which two have to differ.
    var values: Set<ProbedValue>

    /// `true` if the property has cases of which none can be made up, so that all its values are
    /// one; it has been seen then that no other property was read.
    let isConstant: Bool
  }

  /// The path to the property that the key path reads, or `nil`.
  private var path: PropertyPath? {
    if valueType == ObjectID.self { return idPath }
    guard let first = object(0), let read = value(of: first) else { return nil }
    var candidates = candidates(of: first, with: read)
    for probe in 1..<ProbeRow.probes where !candidates.isEmpty {
      if isForced, ProbeRow.hasAbsentValues(probe) { break }
      guard let object = object(probe), let read = value(of: object) else { return nil }
      candidates = candidates.compactMap { candidate in
        guard self.value(of: object, candidate) == read else { return nil }
        var candidate = candidate
        candidate.values.insert(read)
        return candidate
      }
    }
    let found = candidates.filter { $0.values.count > 1 || $0.isConstant }
    return found.count == 1 ? PropertyPath(found[0].names) : nil
  }

  /// The path to the id of the object that a to-one refers to, `\Book.author?.objectID`, where the
  /// key path reads that.
  private var idPath: PropertyPath? {
    var found: [Int]?
    var isAlwaysAbsent = true
    for probe in 0..<ProbeRow.probes {
      if isForced, ProbeRow.hasAbsentValues(probe) { break }
      guard let object = object(probe) else { return nil }
      let id = (object as Any)[keyPath: keyPath].flatMap { flattened($0) } as? ObjectID
      isAlwaysAbsent = isAlwaysAbsent && id == nil
      found = (found ?? Array(entity.layout.properties.indices)).filter { index in
        entity.layout.properties[index].relationship?.isToMany == false
          && (object.__value(index) as? ManagedObject)?.__objectID == id
      }
    }
    guard let found, found.count == 1, !isAlwaysAbsent else { return nil }
    return PropertyPath([entity.layout.properties[found[0]].name, KeyPart<ManagedObject>.objectID])
  }

  /// Returns the object whose values are those of `probe`.
  private func object(_ probe: Int) -> ManagedObject? {
    let id = ProbeRow.id(probe, of: entity.layout.index, among: context.unit.entities.count)
    return try? context.unit.queries.object(
      type, with: ObjectID(entityName: entity.layout.rootName, rowID: id))
  }

  /// Returns what the key path reads of `object`; `nil` where it is no value of a property.
  private func value(of object: ManagedObject) -> ProbedValue? {
    ProbedValue((object as Any)[keyPath: keyPath])
  }

  /// Returns what the property of `candidate` holds; absent where a to-one on the way is.
  private func value(of object: ManagedObject, _ candidate: Candidate) -> ProbedValue? {
    var owner = object
    for index in candidate.way.dropLast() {
      guard let next = owner.__value(index) as? ManagedObject else { return .absent }
      owner = next
    }
    guard let value = candidate.way.last.map({ owner.__value($0) }) else { return nil }
    return ProbedValue(candidate.leaf.map { $0.value(of: value) } ?? value)
  }

  /// Returns the properties that hold `read`, reached from `first` in as few steps as possible.
  private func candidates(of first: ManagedObject, with read: ProbedValue) -> [Candidate] {
    let unrecognized = Array(first.__unrecognized.keys)
    var found: [Candidate] = []
    var level: [(object: ManagedObject, way: [Int], names: [String], mayBeAbsent: Bool)] = [
      (first, [], [], false)
    ]
    var count = 0
    for _ in 0..<Self.longest where found.isEmpty {
      var next: [(object: ManagedObject, way: [Int], names: [String], mayBeAbsent: Bool)] = []
      for (object, way, names, mayBeAbsent) in level {
        for (index, property) in object.__entity.layout.properties.enumerated() {
          count += 1
          guard count < Self.mostCandidates else { return [] }
          // What a transform makes of a value is none that requests can name.
          if object.__entity.transforms[index] != nil { continue }
          let isNullable = property.isNullable
          if fits(object.__entity.accesses[index]?.valueType, mayBeAbsent: mayBeAbsent),
            ProbedValue(object.__value(index)) == read
          {
            let isConstant = way.isEmpty && unrecognized == [index]
            found.append(
              Candidate(
                way: way + [index], names: names + [property.name], values: [read],
                isConstant: isConstant))
          }
          for leaf in namedWays(of: object.__entity.accesses[index]?.valueType)
          where fits(leaf.valueType, mayBeAbsent: mayBeAbsent || isNullable || leaf.mayBeAbsent)
            && ProbedValue(leaf.value(of: object.__value(index))) == read
          {
            found.append(
              Candidate(
                way: way + [index], names: names + ["\(property.name).\(leaf.path)"], leaf: leaf,
                values: [read], isConstant: false))
          }
          if property.relationship?.isToMany == false,
            let related = object.__value(index) as? ManagedObject
          {
            next.append(
              (related, way + [index], names + [property.name], mayBeAbsent || isNullable))
          }
        }
      }
      level = next
    }
    return found
  }

  /// `true` if the key path may read a property of `type` that is reached through to-ones, of which
  /// one may be absent where `mayBeAbsent`.
  private func fits(_ type: (any Any.Type)?, mayBeAbsent: Bool) -> Bool {
    guard let type else { return false }
    let (present, isPropertyOptional) = flattened(type)
    guard present == valueType else { return false }
    return isOptional == (isPropertyOptional || mayBeAbsent && !isForced)
      || isForced && !isOptional
  }
}

extension Property {
  /// `true` if the property may hold nothing.
  fileprivate var isNullable: Bool {
    attribute?.isOptional ?? relationship?.isOptional ?? derived?.isOptional ?? false
  }
}
