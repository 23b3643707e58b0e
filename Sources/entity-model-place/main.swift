// Does nothing. EntityModelPlugin is told where this program is built, and finds the compiler
// plugin, which makes the model, in the same folder.
