import EntityModel
import EntityStore

// What a value has in Swift and no store knows: the compiler says so at its name.

/// Refuses the opposite of what may be nil.
@available(
  *, unavailable,
  message: "the value may be nil: write '$0.isOpen == false', or '$0.isOpen != true'"
)
public prefix func ! <Root>(field: Field<Root, Bool?>) -> Condition<Root> { .false }
