// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "EntityGraph", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLiteRaw", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // A model with two snapshots and the stage between them.
    .target(
      name: "Stockroom", dependencies: [.product(name: "EntityGraph", package: "EntityGraph")],
      swiftSettings: settings,
      plugins: [.plugin(name: "EntityModelPlugin", package: "EntityGraph")]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CSQLiteRaw", "Stockroom",
        .product(name: "EntityGraph", package: "EntityGraph"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: settings),
    // Reads records by the catalogue's own sources, which are links.
    .executableTarget(
      name: "raw-import", dependencies: ["CSQLiteRaw"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
