import SwiftParser
import SwiftReader
print(1)
