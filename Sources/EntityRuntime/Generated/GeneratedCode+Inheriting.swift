// What initialisers call that take the inherited properties too.

extension ManagedObjectContext {
  /// Has the object that is made next awake when its `__awake` is called, since it is given its
  /// inherited values after it has been made.
  public func __deferAwakening() { unit.lifeCycle?.deferAwakening() }
}

extension ManagedObject {
  /// Has the object awake, which has its first values now.
  public final func __awake() { __unit.lifeCycle?.awake(self) }
}
