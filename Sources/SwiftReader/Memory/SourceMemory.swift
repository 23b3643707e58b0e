/// Elements in memory that somebody else owns: the source, or its tokens.
///
/// Every look at them goes through this type, which counts them where `Tests/CountingReader`
/// compiles the reader with a memory of its own.
typealias SourceMemory<Element> = UnsafePointer<Element>
