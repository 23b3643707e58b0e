import CoreMetrics
import Testing

@testable import BookshopServer

@Suite struct PrometheusRegistryTests {
  @Test func everySeriesIsALineUnderItsName() {
    let registry = PrometheusRegistry()
    registry.makeCounter(label: "shop.orders", dimensions: [("by", "a \"b\"\n\\")])
      .increment(by: 2)
    registry.makeCounter(label: "shop.orders", dimensions: []).increment(by: 3)
    registry.makeCounter(label: "shop.orders", dimensions: []).increment(by: 1)
    registry.makeMeter(label: "readers", dimensions: []).set(Int64(4))
    #expect(
      registry.text == #"""
        # TYPE readers gauge
        readers{} 4.0
        # TYPE shop_orders_total counter
        shop_orders_total{} 4
        shop_orders_total{by="a \"b\"\n\\"} 2

        """#)
  }

  @Test func aHistogramCountsWhatIsAtMostEachLimit() {
    let registry = PrometheusRegistry()
    let rows = registry.makeRecorder(label: "rows", dimensions: [("of", "x")], aggregate: true)
    for value in [0, 5, 10, 11, 1_000_000] { rows.record(Int64(value)) }
    #expect(
      registry.text == """
        # TYPE rows histogram
        rows_bucket{of="x",le="1.0"} 1
        rows_bucket{of="x",le="10.0"} 3
        rows_bucket{of="x",le="100.0"} 4
        rows_bucket{of="x",le="1000.0"} 4
        rows_bucket{of="x",le="10000.0"} 4
        rows_bucket{of="x",le="100000.0"} 4
        rows_bucket{of="x",le="+Inf"} 5
        rows_sum{of="x"} 1000026.0
        rows_count{of="x"} 5

        """)
  }
}
