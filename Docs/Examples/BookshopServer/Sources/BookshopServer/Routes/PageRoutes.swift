import Hummingbird

/// The page that shows the shelves.
struct PageRoutes {
  func add(to router: some RouterMethods<ShopContext>) {
    router.get("/") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.shelves_html)))
    }
  }
}
