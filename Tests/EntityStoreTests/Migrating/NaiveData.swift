import EntityModel
import EntityStore

/// A model and what a store for it holds, as plain lists that changes of the model are made in.
struct NaiveData {
  /// One object; a to-one is the id of the other, by the relationship's name.
  struct Object {
    var entity: String
    let id: Int64
    let version: Int64
    var values: [String: StoredValue]
  }

  /// A pair of a relationship that is to-many at both ends, by its end whose name comes first.
  struct Link {
    var entity: String
    var property: String
    let first: Int64
    let second: Int64
  }

  var entities: [Entity]
  var objects: [Object] = []
  var links: [Link] = []

  var model: ObjectModel { ObjectModel(entities: entities) }

  /// The statements that fill an empty store for the model.
  var sql: String {
    let layout = StoreLayout(model)
    var statements: [String] = []
    for object in objects {
      guard let entity = layout.entity(object.entity) else { continue }
      var names = ["_id", "_version"] + (entity.isPolymorphic ? ["_entity"] : [])
      var values = [String(object.id), String(object.version)]
      var externals: [String] = []
      if entity.isPolymorphic { values.append("'\(object.entity)'") }
      for (index, property) in entity.properties.enumerated() {
        guard let column = entity.columns[index] else { continue }
        names.append(column.name)
        let value = object.values[property.name] ?? .null
        guard let table = column.valueTable, !value.isNull else {
          values.append(literal(value))
          continue
        }
        values.append(String(object.version))
        externals.append("INSERT INTO \"\(table)\" VALUES (\(object.id), \(literal(value)));")
      }
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      statements.append(
        "INSERT INTO \"\(entity.table.name)\" (\(list)) VALUES (\(values.joined(separator: ", ")));"
      )
      statements += externals
    }
    for link in links {
      guard
        let join = layout.joins.first(where: {
          $0.entity == link.entity && $0.property == link.property
        })
      else { continue }
      statements.append(
        "INSERT INTO \"\(join.name)\" (_first, _second) VALUES (\(link.first), \(link.second));")
    }
    for table in layout.tables {
      let last =
        objects.filter { layout.entity($0.entity)?.table.name == table.name }.map(\.id).max() ?? 0
      statements.append("UPDATE _ids SET next = \(last + 1) WHERE \"table\" = '\(table.name)';")
    }
    return statements.joined(separator: "\n")
  }

  private func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): "'\(text)'"
    case .blob(let data): "x'" + data.map { String($0, radix: 16) }.joined() + "'"
    }
  }
}
