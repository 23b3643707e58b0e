/// Something about migrations that is measured, and what it is compared with.
enum MigrationRow: String, CaseIterable {
  case rebuild
  case stage
  case stageRaw = "stage-raw"
  case stageMemory = "stage-memory"
  case optional
  case optionalPages = "optional-pages"

  /// What is done, in a few words.
  func title(_ scale: Scale) -> String {
    let items = grouped(scale.items)
    return switch self {
    case .rebuild: "rebuild a table of \(items) rows, eight columns"
    case .stage: "a typed stage over \(items) objects"
    case .stageRaw: "the same"
    case .stageMemory: "peak memory of the same"
    case .optional: "add an optional attribute to \(items) objects"
    case .optionalPages: "pages written by the same"
    }
  }

  /// What it is compared with.
  func base(_ scale: Scale) -> String {
    switch self {
    case .rebuild: "`INSERT … SELECT`"
    case .stage: "fetch, insert and save"
    case .stageRaw: "the C interface, row by row"
    case .stageMemory, .optional, .optionalPages: "\(grouped(scale.fewerItems)) objects"
    }
  }

  /// The greatest ratio that it is meant to have; `nil` where there is none.
  var target: Double? {
    switch self {
    case .rebuild: 1.5
    case .stage: 2
    case .stageRaw: nil
    case .stageMemory: 1.2
    case .optional: 1.5
    case .optionalPages: 1
    }
  }

  /// What the figures are counted in.
  var unit: String {
    switch self {
    case .rebuild, .stage, .stageRaw, .optional: "ms"
    case .stageMemory: "MB"
    case .optionalPages: "pages"
    }
  }
}
