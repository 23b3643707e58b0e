// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "EntityGraph", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CSQLiteRaw", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["CSQLiteRaw", .product(name: "EntityGraph", package: "EntityGraph")]),
  ],
  swiftLanguageModes: [.v6]
)
