package import EntityModel

/// The picture of an object model: its entities, and what connects them.
///
/// Each form is a function of the model and the names of types alone.
package struct ModelDiagram: Sendable {
  let model: ObjectModel
  /// One for each entity, in the order of the model.
  let boxes: [DiagramBox]
  let links: [DiagramLink]
  /// The types of attributes as written, by entity and attribute.
  let typeNames: [String: [String: String]]

  /// Creates the picture of `model`.
  ///
  /// - Parameter typeNames: By entity and attribute, the type as its author wrote it, which is then
  ///   shown in place of the stored one.
  package init(_ model: ObjectModel, typeNames: [String: [String: String]] = [:]) {
    self.model = model
    self.typeNames = typeNames
    let boxes = model.entities.map { DiagramBox($0, typeNames: typeNames[$0.name] ?? [:]) }
    self.boxes = boxes
    links = DiagramLink.all(in: model, boxes: boxes)
  }

  /// The picture in the language of Mermaid, as an `erDiagram`.
  package var mermaid: String { MermaidPrinting(self).text }

  /// The picture as a drawing that needs no font, script or other file, for light and dark.
  package var svg: String { SVGPrinting(self).text }
}
