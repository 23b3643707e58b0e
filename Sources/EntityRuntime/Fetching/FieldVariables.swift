import EntityModel
import Synchronization

/// The numbers of the objects that closures are given.
///
/// A condition in the closure of another one is made before that one is: which objects it names can
/// be said only by numbers that no two closures have in common.
enum FieldVariables {
  private static let last = Atomic(0)

  /// Those of whose properties a comparison with `nil` has been taken for one of `Bool`.
  private static let misread = Mutex<Set<Int>>([])

  /// How many those are, so that nobody waits where there is none.
  private static let misreadCount = Atomic(0)

  /// Why a condition on the object of such a one is refused.
  static let misreading =
    "a comparison with 'nil' that Swift takes for a Bool (write 'isNil()', or 'isNil().outer()' of "
    + "what another closure is given)"

  static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Notes that Swift has taken a comparison of `operand` with `nil` for one of `Bool`.
  static func noteMisread(_ operand: PredicateOperand) {
    guard case .variable(let variable)? = operand.path?.start else { return }
    misread.withLock { variables in
      // Nobody asks for those of closures that made something else than conditions.
      if variables.count > 1000 { variables = [] }
      variables.insert(variable)
      misreadCount.store(variables.count, ordering: .relaxed)
    }
  }

  /// Returns `true` if that has been noted of `variable`, which is noted no longer.
  static func removeMisread(_ variable: Int) -> Bool {
    guard misreadCount.load(ordering: .relaxed) > 0 else { return false }
    return misread.withLock { variables in
      defer { misreadCount.store(variables.count, ordering: .relaxed) }
      return variables.remove(variable) != nil
    }
  }
}
