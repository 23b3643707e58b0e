@_exported public import EntityModel
@_exported public import EntityRuntime
