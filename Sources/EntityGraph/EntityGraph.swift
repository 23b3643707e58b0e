@_exported public import EntityJSON
@_exported public import EntityModel
@_exported public import EntityRuntime
@_exported public import EntitySQLite
@_exported public import EntityStore
