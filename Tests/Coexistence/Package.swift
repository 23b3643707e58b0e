// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Coexistence",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "EntityGraph", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
    .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "coexistence",
      dependencies: [
        .product(name: "EntityGraph", package: "EntityGraph"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Collections", package: "swift-collections"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      plugins: [.plugin(name: "EntityModelPlugin", package: "EntityGraph")])
  ],
  swiftLanguageModes: [.v6]
)
