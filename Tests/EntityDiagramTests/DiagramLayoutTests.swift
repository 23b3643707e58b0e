import EntityModel
import Testing

@testable import EntityDiagram

@Suite struct DiagramLayoutTests {
  /// Sizes of models, each with a few seeds.
  private static let samples: [(count: Int, seed: UInt64)] =
    [1, 2, 3, 5, 8, 13, 20, 33, 60].flatMap { count in (0..<6).map { (count, UInt64($0)) } }

  /// A picture with its layout.
  private struct Sample {
    let diagram: ModelDiagram
    let layout: DiagramLayout

    init(count: Int, seed: UInt64) {
      diagram = ModelDiagram(DiagramModels.random(count: count, seed: seed))
      layout = DiagramLayout(boxes: diagram.boxes, links: diagram.links)
    }
  }

  @Test(arguments: samples)
  func boxesKeepTheirDistance(count: Int, seed: UInt64) {
    let frames = Sample(count: count, seed: seed).layout.frames
    for (index, frame) in frames.enumerated() {
      for other in frames[..<index] {
        let isBeside =
          frame.x + frame.width + 30 <= other.x || other.x + other.width + 30 <= frame.x
        let isUnder =
          frame.y + frame.height + 30 <= other.y || other.y + other.height + 30 <= frame.y
        #expect(isBeside || isUnder)
      }
    }
  }

  @Test(arguments: samples)
  func everythingIsInsideThePicture(count: Int, seed: UInt64) {
    let layout = Sample(count: count, seed: seed).layout
    for frame in layout.frames {
      #expect(frame.x >= 0 && frame.x + frame.width <= layout.width)
      #expect(frame.y >= 0 && frame.y + frame.height <= layout.height)
    }
    for point in layout.paths.joined() {
      #expect((0...layout.width).contains(point.x) && (0...layout.height).contains(point.y))
    }
  }

  @Test(arguments: samples)
  func linksTouchNoBoxButThoseTheyConnect(count: Int, seed: UInt64) {
    let sample = Sample(count: count, seed: seed)
    for (link, path) in zip(sample.diagram.links, sample.layout.paths) {
      for (start, end) in zip(path, path.dropFirst()) {
        for (box, frame) in sample.layout.frames.enumerated() {
          let isOwn = box == link.first.box || box == link.second.box
          // A link may stand on the edge of its own box, and keeps away from others.
          let room = isOwn ? 0.0 : 5
          let isApart =
            max(start.x, end.x) <= frame.x - room
            || min(start.x, end.x) >= frame.x + frame.width + room
            || max(start.y, end.y) <= frame.y - room
            || min(start.y, end.y) >= frame.y + frame.height + room
          #expect(isApart)
        }
      }
    }
  }

  @Test(arguments: samples)
  func linksEndAtTheirRows(count: Int, seed: UInt64) throws {
    let sample = Sample(count: count, seed: seed)
    for (link, path) in zip(sample.diagram.links, sample.layout.paths) {
      for (end, point) in [(link.first, path.first), (link.second, path.last)] {
        let point = try #require(point)
        let frame = sample.layout.frames[end.box]
        let box = sample.diagram.boxes[end.box]
        let height = frame.y + (end.row.map { box.rows[$0].middle } ?? DiagramBox.titleMiddle)
        #expect(point.x == frame.x || point.x == frame.x + frame.width)
        #expect(abs(point.y - height) == (link.isSelfInverse ? 6 : 0))
      }
    }
  }

  @Test(arguments: samples)
  func linksRunInRightAnglesAndNeverUponEachOther(count: Int, seed: UInt64) {
    let sample = Sample(count: count, seed: seed)
    var runs: [(link: Int, start: PartLayout.Point, end: PartLayout.Point)] = []
    for (link, path) in sample.layout.paths.enumerated() {
      for (start, end) in zip(path, path.dropFirst()) {
        #expect(start.x == end.x || start.y == end.y)
        runs.append((link, start, end))
      }
    }
    for (index, run) in runs.enumerated() {
      for other in runs[..<index] where other.link != run.link {
        let isUpright = run.start.x == run.end.x
        guard isUpright == (other.start.x == other.end.x) else { continue }
        let isOnOneLine = isUpright ? run.start.x == other.start.x : run.start.y == other.start.y
        guard isOnOneLine else { continue }
        let (low, high) = extent(run.start, run.end, isUpright)
        let (otherLow, otherHigh) = extent(other.start, other.end, isUpright)
        guard max(low, otherLow) < min(high, otherHigh) else { continue }
        // What ends at one title may run together.
        let first = sample.diagram.links[run.link]
        let second = sample.diagram.links[other.link]
        let ends = [first.first, first.second].filter { $0.row == nil }
        #expect([second.first, second.second].contains { ends.contains($0) })
      }
    }
  }

  private func extent(
    _ start: PartLayout.Point, _ end: PartLayout.Point, _ isUpright: Bool
  ) -> (Double, Double) {
    let (first, last) = isUpright ? (start.y, end.y) : (start.x, end.x)
    return (min(first, last), max(first, last))
  }

  @Test func aRelationshipAndItsInverseAreOneLink() {
    let links = ModelDiagram(DiagramModels.bookshop).links
    #expect(links.map(\.names) == [["books", "author"]])
    #expect(links.map(\.first) == [DiagramLink.End(box: 0, row: 2)])
    #expect(links.map(\.second) == [DiagramLink.End(box: 1, row: 1)])
  }

  @Test func entitiesThatExtendEachOtherAreDrawn() {
    let model = ObjectModel(entities: [
      Entity("A", superentity: "B"), Entity("B", superentity: "A"), Entity("C", superentity: "C"),
      Entity("D", superentity: "Unknown"), Entity("A"),
    ])
    let diagram = ModelDiagram(model)
    let layout = DiagramLayout(boxes: diagram.boxes, links: diagram.links)
    #expect(diagram.links.count == 2)
    #expect(layout.frames.count == 5)
    #expect(!diagram.svg.isEmpty)
  }
}
