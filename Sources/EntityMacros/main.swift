import CompilerPluginMessages

PluginProcess.run(expander: MacroAdapter())
