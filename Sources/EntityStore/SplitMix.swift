/// The generator of Steele, Lea and Flood's "Fast Splittable Pseudorandom Number Generators".
package enum SplitMix {
  /// Returns bits that depend on all those of `number`, as if at random.
  package static func mixed(_ number: UInt64) -> UInt64 {
    var bits = number &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }
}
