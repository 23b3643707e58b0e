// Does nothing. EntityModelPlugin is given the path of this program, and finds the compiler
// plugin, which makes the model, in the same folder.
