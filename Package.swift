// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// Swift Build refuses a dependency whose warnings are errors, since it suppresses them as well.
let strictness: [SwiftSetting] =
  Context.environment["ENTITYGRAPH_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + strictness

// What a target whose entities use the library depends on, for the same reason as the product.
let library: [Target.Dependency] = [
  "EntityGraph", "EntityJSON", "EntityModel", "EntityStore", "EntitySQLite", "EntityRuntime",
]

let package = Package(
  name: "EntityGraph",
  platforms: [.macOS(.v15)],
  products: [
    // All that a program's own classes are laid out with or inline: the package manager builds a
    // target again only when a module that it depends on directly has changed.
    .library(
      name: "EntityGraph",
      targets: [
        "EntityGraph", "EntityJSON", "EntityModel", "EntityStore", "EntitySQLite", "EntityRuntime",
      ]),
    // Apart, since what it needs of Foundation is as large as everything else together.
    .library(name: "EntityGraphFoundation", targets: ["EntityGraphFoundation"]),
    .plugin(name: "EntityModelPlugin", targets: ["EntityModelPlugin"]),
    .plugin(name: "EntityModelCommand", targets: ["EntityModelCommand"]),
  ],
  targets: [
    // Build time: text → tokens → tree → views → declaration → description → code.
    .target(name: "SwiftReader", swiftSettings: settings),
    .target(name: "EntityJSON", swiftSettings: settings),
    .target(name: "EntityModel", swiftSettings: settings),
    .target(
      name: "EntityExpansion", dependencies: ["SwiftReader", "EntityModel"],
      swiftSettings: settings),
    .target(
      name: "CompilerPluginMessages", dependencies: ["EntityJSON"], swiftSettings: settings),
    .target(
      name: "ModelGeneration",
      dependencies: ["SwiftReader", "EntityJSON", "EntityModel", "EntityExpansion"],
      swiftSettings: settings),
    .macro(
      name: "EntityMacros",
      dependencies: [
        "SwiftReader", "EntityExpansion", "ModelGeneration", "CompilerPluginMessages",
      ],
      swiftSettings: settings),

    .target(name: "EntityDiagram", dependencies: ["EntityModel"], swiftSettings: settings),
    .target(
      name: "EntityJSONSchema",
      dependencies: [
        "SwiftReader", "EntityJSON", "EntityModel", "EntityExpansion", "ModelGeneration",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "entity-model",
      dependencies: [
        "SwiftReader", "EntityModel", "EntityExpansion", "ModelGeneration", "EntityDiagram",
        "EntityJSON", "EntityJSONSchema", "EntityStore", "EntitySQL", "EntitySQLite",
      ],
      swiftSettings: settings),
    // What a plugin depends on is built twice in a clean build, so that EntityModelPlugin depends
    // on next to nothing.
    .executableTarget(name: "entity-model-place", swiftSettings: settings),
    .plugin(
      name: "EntityModelPlugin", capability: .buildTool(), dependencies: ["entity-model-place"],
      path: "Sources/EntityModelPlugin"),
    .plugin(
      name: "EntityModelCommand",
      capability: .command(
        intent: .custom(
          verb: "entity-model", description: "Check, draw, expand and store object models")),
      dependencies: ["entity-model"], path: "Sources/EntityModelCommand"),

    // Run time: description → store → row → object → context → fetch.
    .target(
      name: "EntityStore", dependencies: ["EntityJSON", "EntityModel"], swiftSettings: settings),
    .target(
      name: "EntitySQL", dependencies: ["EntityModel", "EntityStore"], swiftSettings: settings),
    .systemLibrary(
      name: "EntityCSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "EntitySQLite",
      dependencies: ["EntityModel", "EntityStore", "EntitySQL", "EntityCSQLite"],
      swiftSettings: settings),
    .target(
      name: "EntityRuntime", dependencies: ["EntityJSON", "EntityModel", "EntityStore"],
      swiftSettings: settings),
    .target(
      name: "EntityGraph",
      dependencies: [
        "EntityJSON", "EntityModel", "EntityStore", "EntitySQLite", "EntityRuntime",
        "EntityMacros",
      ],
      swiftSettings: settings),
    .target(
      name: "EntityGraphFoundation", dependencies: ["EntityModel", "EntityStore", "EntityRuntime"],
      swiftSettings: settings),

    // The example.
    .executableTarget(
      name: "catalog", dependencies: library, path: "Docs/Examples/PackageCatalog",
      swiftSettings: settings, plugins: ["EntityModelPlugin"]),

    // Tests.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    // What readers of Swift are compared in.
    .target(
      name: "ReaderOutline", dependencies: ["SwiftReader"], path: "Tests/ReaderOutline",
      swiftSettings: settings),
    // The sources of SwiftReader over memory that counts how often it is looked at.
    .target(
      name: "CountingReader", path: "Tests/CountingReader",
      swiftSettings: settings + [.define("COUNTS_LOOKS")]),
    .target(
      name: "ReaderLaws",
      dependencies: ["CountingReader", "ReaderOutline", "SwiftReader", "TestSupport"],
      path: "Tests/ReaderLaws", swiftSettings: settings),
    .executableTarget(
      name: "reader-fuzz", dependencies: ["ReaderLaws", "SwiftReader"], path: "Tests/Fuzzing",
      swiftSettings: settings),
    // The examples of README and Docs/Server.md. It is no test target, since those cannot adopt a
    // plugin of their own package whose tool they link for other tests.
    .target(
      name: "Bookshop", dependencies: library + ["EntityGraphFoundation"], path: "Tests/Bookshop",
      swiftSettings: settings, plugins: ["EntityModelPlugin"]),
    // Entities that those of another module extend.
    .target(
      name: "Fleet", dependencies: library, path: "Tests/Fleet/Fleet", swiftSettings: settings,
      plugins: ["EntityModelPlugin"]),
    .target(
      name: "FleetRental", dependencies: library + ["Fleet"], path: "Tests/Fleet/FleetRental",
      swiftSettings: settings, plugins: ["EntityModelPlugin"]),
    .testTarget(
      name: "SwiftReaderTests",
      dependencies: ["ReaderLaws", "ReaderOutline", "SwiftReader", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "EntityModelToolTests",
      dependencies: ["entity-model", "EntityModel", "EntityStore", "EntitySQLite", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "EntityDiagramTests", dependencies: ["EntityDiagram", "EntityModel", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "EntityJSONSchemaTests",
      dependencies: library + [
        "Bookshop", "EntityExpansion", "EntityJSONSchema", "ModelGeneration", "SwiftReader",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "EntityModelPluginTests", dependencies: ["TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "EntityJSONTests", dependencies: ["EntityJSON", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "EntityModelTests", dependencies: ["EntityModel", "ModelGeneration", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "EntityExpansionTests", dependencies: ["EntityExpansion", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CompilerPluginMessagesTests", dependencies: ["CompilerPluginMessages", "TestSupport"],
      swiftSettings: settings),
    .target(
      name: "StoreConformance", dependencies: ["EntityModel", "EntityStore"],
      path: "Tests/StoreConformance", swiftSettings: settings),
    .testTarget(
      name: "EntityStoreTests",
      dependencies: [
        "EntityStore", "EntitySQL", "EntitySQLite", "EntityCSQLite", "EntityRuntime",
        "StoreConformance", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "EntityRuntimeTests",
      dependencies: library + [
        "EntityGraphFoundation", "Fleet", "FleetRental", "StoreConformance", "TestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "CatalogTests", dependencies: ["catalog", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "DocumentationTests", dependencies: library + ["Bookshop", "TestSupport"],
      swiftSettings: settings),
    .testTarget(name: "InvariantTests", swiftSettings: settings),
    .testTarget(
      name: "EntityGraphTests",
      dependencies: library + ["EntityExpansion", "SwiftReader", "TestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
