# Reads SystemVerilog files by pyslang, and ends with what is wrong with the first that is not in order.
import sys

import pyslang

names = [getattr(pyslang, part, pyslang) for part in ("syntax", "ast")]
tree_of, compilation_of = names[0].SyntaxTree, names[1].Compilation
for path in sys.argv[1:]:
    tree = tree_of.fromFile(path)
    compilation = compilation_of()
    compilation.addSyntaxTree(tree)
    for diagnostic in filter(lambda one: one.isError(), compilation.getAllDiagnostics()):
        sys.exit(f"{path}: {diagnostic.code} {diagnostic.args}")
