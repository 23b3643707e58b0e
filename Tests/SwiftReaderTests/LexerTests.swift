import Testing

@testable import SwiftReader
