// swift-tools-version: 6.2

import PackageDescription

// Those of the library, whose imports mean something else without them.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The targets under measure are no products of the library, so this package compiles their sources
// again; `Sources/EntityGraph` and `Sources/ReaderOutline` are links to them.
let package = Package(
  name: "ReaderBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")],
  targets: [
    .target(name: "SwiftReader", path: "Sources/EntityGraph/SwiftReader", swiftSettings: settings),
    .target(name: "ReaderOutline", dependencies: ["SwiftReader"], swiftSettings: settings),
    .target(name: "EntityJSON", path: "Sources/EntityGraph/EntityJSON", swiftSettings: settings),
    .target(name: "EntityModel", path: "Sources/EntityGraph/EntityModel", swiftSettings: settings),
    .target(
      name: "EntityExpansion", dependencies: ["SwiftReader", "EntityModel"],
      path: "Sources/EntityGraph/EntityExpansion", swiftSettings: settings),
    .target(
      name: "CompilerPluginMessages", dependencies: ["EntityJSON"],
      path: "Sources/EntityGraph/CompilerPluginMessages",
      swiftSettings: settings),
    .target(
      name: "ModelGeneration",
      dependencies: ["SwiftReader", "EntityJSON", "EntityModel", "EntityExpansion"],
      path: "Sources/EntityGraph/ModelGeneration", swiftSettings: settings),
    .executableTarget(
      name: "EntityMacros",
      dependencies: [
        "SwiftReader", "EntityExpansion", "ModelGeneration", "CompilerPluginMessages",
      ],
      path: "Sources/EntityGraph/EntityMacros", swiftSettings: settings),
    .executableTarget(
      name: "reader-benchmarks",
      dependencies: [
        "SwiftReader", "ReaderOutline", "CompilerPluginMessages", "EntityMacros",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
