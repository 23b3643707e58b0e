import EntityGraph
import Hummingbird

let container = try PersistentContainer(model: .coexistence, at: .memory)
let app = Application(router: router(container))
print("\(types.count + protocols.count) names and \(app.configuration.address) beside each other")
