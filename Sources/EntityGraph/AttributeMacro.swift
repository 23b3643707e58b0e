/// Makes a property an attribute and sets how it is stored.
///
/// A stored `var` of an entity is an attribute without the annotation too.
///
///     @Attribute(.unique) var email: String
///     @Attribute(originalName: "fullName", column: "full_name") var name: String
///
/// - Parameters:
///   - options: `.unique`, `.indexed`, `.secret` and `.searchable`; of a String or String?,
///     `.unique(.ignoringCase)` and `.indexed(.ignoringCase)` too; of a Date or Date?, `.createdAt`
///     and `.updatedAt`, which keep the time by themselves, and of a Date? `.deletedAt`, which has
///     objects deleted softly. `.undecodable(.throw)`, `.useDefault` and `.keep` say what becomes
///     of stored values that the type cannot hold. Rules that a save checks:
///     `.range(1...9999)`, `.length(1...200)`, `.pattern("^[A-Z]")` and `.rule("must be even") {
///     (pages: Int) in pages.isMultiple(of: 2) }`. `.derived { (author: Fields<Author>) in
///     author.books.count }` makes the property one that is computed of others, and can only be
///     read; `.indexed` alone goes with it.
///   - originalName: The name that the property had before, for a migration to find its values.
///   - column: The name of the column; the property's where none is given.
///   - json: Which member of JSON the attribute is, like `"address.street"`, or `.notExported`; the
///     one of its own name, as a `JSONFormat` writes that, where nothing is said.
@attached(accessor)
public macro Attribute(
  _ options: AttributeOption..., originalName: String? = nil, column: String? = nil,
  json: JSONName? = nil
) = #externalMacro(module: "EntityMacros", type: "AttributeMacro")

/// Makes a property an attribute that is stored as what `transform` makes of its values.
///
///     @Attribute(transform: HexColor.self) var color: Color
///
/// Beside it stands `$color`, a `Transformed<HexColor>`, which requests name, as in `{ $0.$color ==
/// .red }`. The property's type need be neither Storable nor Codable. A required one needs a
/// default value, or a type with a placeholder.
///
/// - Parameters:
///   - options: As without a transform; those that ask about texts, dates and numbers, which the
///     store has no more, are refused. The condition of a `.rule` is given the value.
///   - transform: What stores values, with `.self`.
///   - originalName: The name that the property had before, for a migration to find its values.
///   - column: The name of the column; the property's where none is given.
///   - json: Which member of JSON the attribute is, like `"address.street"`, or `.notExported`; the
///     one of its own name, as a `JSONFormat` writes that, where nothing is said.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro Attribute<Transform: AttributeTransform>(
  _ options: AttributeOption..., transform: Transform.Type, originalName: String? = nil,
  column: String? = nil, json: JSONName? = nil
) = #externalMacro(module: "EntityMacros", type: "AttributeMacro")

/// Makes a property one that is not saved. It is a parameter of the initialiser.
///
/// The property has a default value or is optional.
@attached(peer)
public macro Transient() = #externalMacro(module: "EntityMacros", type: "TransientMacro")

/// Leaves a property alone: it is neither saved nor a parameter of the initialiser.
///
/// The property has a default value or is optional.
@attached(peer)
public macro Ignore() = #externalMacro(module: "EntityMacros", type: "IgnoreMacro")
