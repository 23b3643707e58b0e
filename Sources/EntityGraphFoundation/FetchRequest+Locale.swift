public import EntityModel
public import EntityRuntime
public import EntityStore
public import Foundation

// The orders of languages. Each is asked of the whole of Foundation, which knows the languages.

extension FetchRequest {
  /// Returns the request that orders by the text `keyPath`, as the language of `locale` does, the
  /// objects that are equal in its order so far.
  ///
  ///     Author.sorted(by: \.name, locale: Locale(identifier: "sv_SE"))
  ///
  /// Accents and case count where texts are equal but for them. With `numeric`, digits count as
  /// numbers: `Band 2` comes before `Band 10`. `nil` comes before every value, and last when
  /// descending, unless `nils` says otherwise.
  ///
  /// Of the locale its identifier counts, not the settings that a user has added. Each comparison
  /// takes microseconds, and no index serves the order, so that all that is found is sorted. The
  /// fetch refuses what is no text.
  public func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending, locale: Locale,
    numeric: Bool = false, nils: AbsentValues? = nil
  ) -> FetchRequest {
    guard let language = TextOrder(locale, numeric) else { return refusing(TextOrder.refusal) }
    return sorted(by: keyPath, order, language, nils: nils)
  }

  /// Returns the request that orders by a text reached through to-ones, or computed, as the
  /// language of `locale` does, the objects that are equal in its order so far:
  /// `.sorted(locale: locale) { $0.author.name }`.
  public func sorted<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, locale: Locale, numeric: Bool = false,
    nils: AbsentValues? = nil, by field: (Fields<Object>) -> Field<Object, Value>
  ) -> FetchRequest {
    guard let language = TextOrder(locale, numeric) else { return refusing(TextOrder.refusal) }
    return sorted(by: field, order, language, nils: nils)
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for all objects in the order that the language of `locale` has of the text
  /// `keyPath`, as `FetchRequest.sorted(by:_:locale:numeric:nils:)` says.
  public static func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Self, Value>, _ order: SortDirection = .ascending, locale: Locale,
    numeric: Bool = false, nils: AbsentValues? = nil
  ) -> FetchRequest<Self> {
    FetchRequest().sorted(by: keyPath, order, locale: locale, numeric: numeric, nils: nils)
  }

  /// Returns the request for all objects in the order that the language of `locale` has of a text
  /// reached through to-ones, or computed: `Book.sorted(locale: locale) { $0.author.name }`.
  public static func sorted<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, locale: Locale, numeric: Bool = false,
    nils: AbsentValues? = nil, by field: (Fields<Self>) -> Field<Self, Value>
  ) -> FetchRequest<Self> {
    FetchRequest().sorted(order, locale: locale, numeric: numeric, nils: nils, by: field)
  }
}

extension GroupRequest {
  /// Returns the request whose order is that which the language of `locale` has of a column of
  /// texts where it has been the same so far: `.sorted(locale: locale) { $0.city }`.
  ///
  /// `nil` comes before every value, and last when descending, unless `nils` says otherwise.
  public func sorted(
    _ order: SortDirection = .ascending, locale: Locale, numeric: Bool = false,
    nils: AbsentValues? = nil, by column: (Columns<Object>) -> some ResultColumn
  ) -> GroupRequest {
    guard let language = TextOrder(locale, numeric) else { return refusing(TextOrder.refusal) }
    return sorted(by: column, order, language, nils: nils)
  }
}

extension DynamicRequest {
  /// Returns the request that orders by the text at `path`, as the language of `locale` does, the
  /// objects that are equal in its order so far; `nil` comes before every value, and last when
  /// descending, unless `nils` says otherwise.
  public func sorted(
    by path: String, _ order: SortDirection = .ascending, locale: Locale, numeric: Bool = false,
    nils: AbsentValues? = nil
  ) -> DynamicRequest {
    guard let language = TextOrder(locale, numeric) else { return refusing(TextOrder.refusal) }
    return sorted(by: path, order, language, nils: nils)
  }
}

extension TextOrder {
  /// Creates the order of the language of `locale`, which the process knows from now on; `nil` for
  /// a locale whose identifier is none.
  fileprivate init?(_ locale: Locale, _ isNumeric: Bool) {
    self.init(locale: locale.identifier, isNumeric: isNumeric)
    register { [self] in
      // Other processes know the identifier alone.
      let locale = Locale(identifier: self.locale)
      let options: String.CompareOptions = isNumeric ? .numeric : []
      return { left, right in
        left.decomposed.compare(right.decomposed, options: options, range: nil, locale: locale)
          .rawValue
      }
    }
  }
}

extension String {
  /// The text in the form in which Foundation's comparison is an order: texts that mean the same
  /// are the same there.
  fileprivate var decomposed: String {
    // ASCII is as it is, and most texts are.
    utf8.allSatisfy { $0 < 0x80 } ? self : decomposedStringWithCanonicalMapping
  }
}
