import EntityModel
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import EntityDiagram

@Suite struct DrawingTests {
  /// The style element and the paper of a drawing of this size.
  private func opening(width: Int, height: Int, title: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
    viewBox="0 0 \(width) \(height)" role="img">
      <title>\(title)</title>
    \(SVGStyle.lines.map { "  " + $0 }.joined(separator: "\n"))
      <rect class="paper" width="\(width)" height="\(height)" rx="8"/>
    """
  }

  @Test func aModelWithoutEntitiesSaysSo() {
    #expect(
      ModelDiagram(ObjectModel(entities: [])).svg
        == opening(width: 240, height: 64, title: "Object model without entities") + """

            <text class="t" x="120" y="37" text-anchor="middle">This model has no entities.</text>
          </svg>

          """)
  }

  @Test func theWholeDrawingIsAFunctionOfTheModel() {
    #expect(
      ModelDiagram(DiagramModels.bookshop, typeNames: ["Book": ["tags": "[String]"]]).svg
        == opening(width: 478, height: 226, title: "Object model of 2 entities") + """

            <g transform="translate(24 24)">
              <g class="h0">
                <path class="line" d="M230 95L290 95"/>
                <path class="line" d="M237 89V101M241 89V101"/>
                <path class="line" d="M290 89L280 95L290 101"/>
                <circle class="end" cx="276" cy="95" r="4"/>
              </g>
              <g class="h0" transform="translate(0 0)">
                <rect class="box" width="230" height="140" rx="6"/>
                <path class="bar" d="M0 30V6a6 6 0 0 1 6-6H224a6 6 0 0 1 6 6V30Z"/>
                <text class="title" x="115" y="20" text-anchor="middle">Author</text>
                <path class="mark" d="M11 45l4-4l4 4l-4 4Z"/>
                <text class="n" x="26" y="49">email</text>
                <text class="t" x="218" y="49" text-anchor="end">String</text>
                <path class="mark open" d="M11 65l4-4l4 4l-4 4Z"/>
                <text class="n" x="26" y="69">born</text>
                <text class="t" x="218" y="69" text-anchor="end">Date?</text>
                <path class="rule" d="M0 80H230"/>
                <text class="n" x="26" y="99">books</text>
                <text class="t" x="218" y="99" text-anchor="end">Set&lt;Book&gt;<tspan class="note" dx="4">· cascade</tspan></text>
                <path class="rule" d="M0 110H230"/>
                <text class="f" x="26" y="129">longBooks</text>
                <text class="f" x="218" y="129" text-anchor="end">[Book]</text>
                <rect class="frame" width="230" height="140" rx="6"/>
              </g>
              <g class="h1" transform="translate(290 20)">
                <rect class="box" width="140" height="90" rx="6"/>
                <path class="bar" d="M0 30V6a6 6 0 0 1 6-6H134a6 6 0 0 1 6 6V30Z"/>
                <text class="title" x="70" y="20" text-anchor="middle">Book</text>
                <text class="n" x="26" y="49">tags</text>
                <text class="t" x="128" y="49" text-anchor="end">[String]</text>
                <path class="rule" d="M0 60H140"/>
                <text class="n" x="26" y="79">author</text>
                <text class="t" x="128" y="79" text-anchor="end">Author</text>
                <rect class="frame" width="140" height="90" rx="6"/>
              </g>
            </g>
            <text class="t" x="38" y="196">unique</text>
            <path class="mark" d="M24 192l4-4l4 4l-4 4Z"/>
            <text class="t" x="111.5" y="196">indexed</text>
            <path class="mark open" d="M97.5 192l4-4l4 4l-4 4Z"/>
            <text class="t" x="211.4" y="196">one</text>
            <path class="line" d="M177.4 192H203.4"/>
            <path class="line" d="M196.4 186V198M192.4 186V198"/>
            <text class="t" x="287" y="196">any number</text>
            <path class="line" d="M253 192H279"/>
            <path class="line" d="M279 186L269 192L279 198"/>
            <circle class="end" cx="265" cy="192" r="4"/>
            <text class="f" x="376.4" y="196">fetched</text>
          </svg>

          """)
  }

  @Test(arguments: [1, 2, 6, 20, 60])
  func equalModelsAreDrawnAlike(count: Int) {
    let model = DiagramModels.random(count: count, seed: 4)
    let turned = ObjectModel(entities: model.entities.reversed())
    #expect(ModelDiagram(model).svg == ModelDiagram(turned).svg)
    #expect(ModelDiagram(model).mermaid == ModelDiagram(turned).mermaid)
  }

  @Test(arguments: [1, 2, 6, 20, 60])
  func drawingsAreWellFormed(count: Int) {
    #expect(isWellFormed(ModelDiagram(DiagramModels.random(count: count, seed: 5)).svg))
  }

  @Test func namesCannotBreakTheDrawing() {
    let name = "a<b>&\"'\u{0}\u{1F}\u{7F}\u{FFFE}]]>"
    let model = ObjectModel(entities: [
      Entity(name, properties: [.attribute(Attribute(name: name, type: .string))])
    ])
    let svg = ModelDiagram(model, typeNames: [name: [name: "A<B>"]]).svg
    #expect(isWellFormed(svg))
    let shown = "a&lt;b&gt;&amp;&quot;'\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}]]&gt;"
    #expect(svg.components(separatedBy: shown).count == 3)
  }

  @Test func nothingIsFetchedFromElsewhere() {
    let svg = ModelDiagram(DiagramModels.random(count: 20, seed: 6)).svg
    for word in ["href", "url(", "@import", "<script", "<image", "<foreignObject", "@font-face"] {
      #expect(!svg.contains(word))
    }
  }

  @Test func namesThatAreTooLongAreShortened() {
    let long = String(repeating: "Long", count: 30)
    let entity = Entity(long, properties: [.attribute(Attribute(name: long, type: .string))])
    let box = DiagramBox(entity, typeNames: [long: long])
    #expect(box.title.hasPrefix("LongLong") && box.title.hasSuffix("…"))
    #expect(box.width < 600)
  }

  @Test(arguments: [("", 0.0), ("iii", 7.8), ("本本", 20.8), ("e\u{301}", 5.9)])
  func widthsAreThoseOfASansSerif(text: String, width: Double) {
    #expect(abs(TextWidth.of(text, size: 10) - width) < 0.01)
  }

  private func isWellFormed(_ text: String) -> Bool {
    XMLParser(data: Data(text.utf8)).parse()
  }
}
