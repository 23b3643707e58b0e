import EntityModel
public import EntityStore

/// A column of a result: a property, or what is computed over the objects of a group.
///
/// Columns are what the closure of `select` is given; programs need no others.
public protocol ResultColumn: __ReadableColumn {}

/// What is selected, and how its values are read.
///
/// What is refused as a column is one of these too, whose conformance to `ResultColumn` is
/// unavailable, so that the compiler says so once, where it first asks for columns.
public protocol __ReadableColumn: Sendable, __StoreOperand {
  /// The type of the column's values.
  associatedtype Output

  /// What the column selects.
  var __selection: __Selection { get }

  /// Returns the value in `column` of `row`, or `nil` if that holds no value of the type.
  static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Output?
}

/// What a column of a result selects.
public struct __Selection: Sendable {
  /// The column as the store understands it.
  let expression: ResultExpression

  /// The class of the objects that the column holds, or `nil` for a column of values.
  let objects: ManagedObject.Type?

  /// The class of the objects whose ids the column holds, or `nil` for other columns.
  let identified: ManagedObject.Type?

  /// Creates the selection of the property at `path`, of the values themselves or of what
  /// `function` makes of them; `objects` is the class of the objects at the end of a to-one.
  init(_ path: PropertyPath, of objects: ManagedObject.Type? = nil) {
    expression = ResultExpression(path)
    self.objects = objects
    identified = nil
  }

  /// Creates the selection of the ids of the objects of `type` at `path`.
  init(identifiersAt path: PropertyPath, of type: ManagedObject.Type) {
    expression = ResultExpression(nil, .object(path))
    objects = nil
    identified = type
  }

  /// Creates the selection of `operand`, of the values themselves or of what `function` makes of
  /// them; `nil` for a count of objects.
  init(_ operand: PredicateOperand?, _ function: AggregateFunction? = nil) {
    expression = ResultExpression(function, operand)
    objects = nil
    identified = nil
  }

  /// The path to the property; the empty one for what is computed.
  var path: PropertyPath { expression.operand?.path ?? PropertyPath() }

  /// The value that groups are made by; one that leads nowhere for what is computed over groups, so
  /// that the fetch reports it.
  var groupingOperand: PredicateOperand {
    if !expression.isAggregate, let operand = expression.operand { return operand }
    return .attribute(PropertyPath([expression.text]))
  }
}

extension __Selection {
  /// Returns what the columns in `tuple` select, which is a tuple of `types`.
  @usableFromInline
  static func all<Tuple, each Column: __ReadableColumn>(
    in tuple: Tuple, _ types: repeat (each Column).Type
  ) -> [__Selection] {
    // The compiler does not take a tuple of two columns and others for one of any number of them.
    let columns = unsafeBitCast(tuple, to: (repeat each Column).self)
    var selections: [__Selection] = []
    for column in repeat each columns { selections.append(column.__selection) }
    return selections
  }
}

/// A column of an attribute, from which others can be computed.
///
/// Values that are `nil` are ignored.
public protocol AttributeColumn: ValueColumn {}

extension AttributeColumn {
  /// How many of the objects have a value.
  public var valueCount: Aggregate<Root, Int> { Aggregate(self, .count) }

  /// How many of the objects have a value; of texts, how many characters each has.
  public var count: Aggregate<Root, Int> { valueCount }

  /// How many different values there are.
  public var distinctCount: Aggregate<Root, Int> { Aggregate(self, .distinctCount) }
}

extension AttributeColumn where Value: Comparable {
  /// The first of the values in the order that `<` in a condition has; `nil` for none.
  public var minimum: OptionalAggregate<Root, Value> { OptionalAggregate(self, .minimum) }

  /// The last of the values in the order that `<` in a condition has, a NaN coming after all
  /// numbers; `nil` for none.
  public var maximum: OptionalAggregate<Root, Value> { OptionalAggregate(self, .maximum) }
}

extension AttributeColumn where Value: SummableAttribute {
  /// The values added up; zero for none.
  ///
  /// A fetch throws a `StoreError` with the code `overflow` where a sum of whole numbers is more
  /// than an Int can hold.
  public var sum: Aggregate<Root, Value.Sum> { Aggregate(self, .sum) }

  /// The sum divided by the count; `nil` for none.
  public var average: OptionalAggregate<Root, Value.Average> {
    OptionalAggregate(self, .average)
  }
}

/// A type of attribute of which two values can be added: a number, or text.
public protocol AddableAttribute: Storable {}

extension String: AddableAttribute {}

extension AddableAttribute {
  /// What joins texts, and adds all else.
  static var addition: PredicateFunction { storageType == .string ? .concatenate : .add }
}

/// A type of attribute whose values can be added up, and subtracted from each other: a number, or a
/// duration.
public protocol SummableAttribute: AddableAttribute {
  /// The type of a sum.
  associatedtype Sum: Storable

  /// The type of an average.
  associatedtype Average: Storable
}

/// A type of attribute whose values are numbers, with which anything can be computed.
public protocol NumericAttribute: SummableAttribute {}

/// A column of a required attribute, or of a value that is always there.
public struct Column<Root: ManagedObject, Value: Storable>: AttributeColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path) }

  /// Creates the column of what is computed.
  init(_ operand: PredicateOperand?) { __selection = __Selection(operand) }

  @inlinable public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Value? {
    row.value(at: column)
  }
}

/// A column of an attribute that may be `nil`, or that is reached through a to-one that may be, or
/// of a value that is not always there.
public struct OptionalColumn<Root: ManagedObject, Value: Storable>: AttributeColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path) }

  /// Creates the column of what is computed.
  init(_ operand: PredicateOperand?) { __selection = __Selection(operand) }

  @inlinable public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Value?? {
    row.optionalValue(at: column)
  }
}
