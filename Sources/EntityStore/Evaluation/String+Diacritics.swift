/// Letters without their accents.
extension String {
  /// The text without the accents of its letters: each letter that Unicode decomposes into a base
  /// and marks (Unicode Character Database 14.0, canonical decompositions) is its base, and marks
  /// of their own are left out.
  package var withoutDiacritics: String {
    // Nothing below has a mark.
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let base = Self.bases[scalar] {
        text.append(base)
      } else if scalar.properties.canonicalCombiningClass == .notReordered {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// The bases of letters with marks.
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
    var scalars = accentedAndBase.unicodeScalars.makeIterator()
    while let accented = scalars.next(), let base = scalars.next() { bases[accented] = base }
    return bases
  }()

  /// Each letter with marks, followed by its base.
  private static let accentedAndBase =
    """
    ÀAÁAÂAÃAÄAÅAÇCÈEÉEÊEËEÌIÍIÎIÏIÑNÒOÓOÔOÕOÖOÙUÚUÛUÜUÝYàaáaâaãaäaåaçcèeéeêeëeìiíiîiïiñnòoóo\
    ôoõoöoùuúuûuüuýyÿyĀAāaĂAăaĄAąaĆCćcĈCĉcĊCċcČCčcĎDďdĒEēeĔEĕeĖEėeĘEęeĚEěeĜGĝgĞGğgĠGġgĢGģgĤH\
    ĥhĨIĩiĪIīiĬIĭiĮIįiİIĴJĵjĶKķkĹLĺlĻLļlĽLľlŃNńnŅNņnŇNňnŌOōoŎOŏoŐOőoŔRŕrŖRŗrŘRřrŚSśsŜSŝsŞSşs\
    ŠSšsŢTţtŤTťtŨUũuŪUūuŬUŭuŮUůuŰUűuŲUųuŴWŵwŶYŷyŸYŹZźzŻZżzŽZžzƠOơoƯUưuǍAǎaǏIǐiǑOǒoǓUǔuǕUǖuǗU\
    ǘuǙUǚuǛUǜuǞAǟaǠAǡaǢÆǣæǦGǧgǨKǩkǪOǫoǬOǭoǮƷǯʒǰjǴGǵgǸNǹnǺAǻaǼÆǽæǾØǿøȀAȁaȂAȃaȄEȅeȆEȇeȈIȉiȊIȋi\
    ȌOȍoȎOȏoȐRȑrȒRȓrȔUȕuȖUȗuȘSșsȚTțtȞHȟhȦAȧaȨEȩeȪOȫoȬOȭoȮOȯoȰOȱoȲYȳyΆΑΈΕΉΗΊΙΌΟΎΥΏΩΐιΪΙΫΥάαέε\
    ήηίιΰυϊιϋυόούυώωϓϒϔϒЀЕЁЕЃГЇІЌКЍИЎУЙИйиѐеёеѓгїіќкѝиўуѶѴѷѵӁЖӂжӐАӑаӒАӓаӖЕӗеӚӘӛәӜЖӝжӞЗӟзӢИӣи\
    ӤИӥиӦОӧоӪӨӫөӬЭӭэӮУӯуӰУӱуӲУӳуӴЧӵчӸЫӹыऩनऱरऴळक़कख़खग़गज़जड़डढ़ढफ़फय़यড়ডঢ়ঢয়যਲ਼ਲਸ਼ਸਖ਼ਖਗ਼ਗਜ਼ਜਫ਼ਫଡ଼ଡଢ଼ଢḀAḁaḂBḃb\
    ḄBḅbḆBḇbḈCḉcḊDḋdḌDḍdḎDḏdḐDḑdḒDḓdḔEḕeḖEḗeḘEḙeḚEḛeḜEḝeḞFḟfḠGḡgḢHḣhḤHḥhḦHḧhḨHḩhḪHḫhḬIḭiḮIḯi\
    ḰKḱkḲKḳkḴKḵkḶLḷlḸLḹlḺLḻlḼLḽlḾMḿmṀMṁmṂMṃmṄNṅnṆNṇnṈNṉnṊNṋnṌOṍoṎOṏoṐOṑoṒOṓoṔPṕpṖPṗpṘRṙrṚRṛr\
    ṜRṝrṞRṟrṠSṡsṢSṣsṤSṥsṦSṧsṨSṩsṪTṫtṬTṭtṮTṯtṰTṱtṲUṳuṴUṵuṶUṷuṸUṹuṺUṻuṼVṽvṾVṿvẀWẁwẂWẃwẄWẅwẆWẇw\
    ẈWẉwẊXẋxẌXẍxẎYẏyẐZẑzẒZẓzẔZẕzẖhẗtẘwẙyẛſẠAạaẢAảaẤAấaẦAầaẨAẩaẪAẫaẬAậaẮAắaẰAằaẲAẳaẴAẵaẶAặaẸE\
    ẹeẺEẻeẼEẽeẾEếeỀEềeỂEểeỄEễeỆEệeỈIỉiỊIịiỌOọoỎOỏoỐOốoỒOồoỔOổoỖOỗoỘOộoỚOớoỜOờoỞOởoỠOỡoỢOợoỤU\
    ụuỦUủuỨUứuỪUừuỬUửuỮUữuỰUựuỲYỳyỴYỵyỶYỷyỸYỹyἀαἁαἂαἃαἄαἅαἆαἇαἈΑἉΑἊΑἋΑἌΑἍΑἎΑἏΑἐεἑεἒεἓεἔεἕεἘΕ\
    ἙΕἚΕἛΕἜΕἝΕἠηἡηἢηἣηἤηἥηἦηἧηἨΗἩΗἪΗἫΗἬΗἭΗἮΗἯΗἰιἱιἲιἳιἴιἵιἶιἷιἸΙἹΙἺΙἻΙἼΙἽΙἾΙἿΙὀοὁοὂοὃοὄοὅοὈΟ\
    ὉΟὊΟὋΟὌΟὍΟὐυὑυὒυὓυὔυὕυὖυὗυὙΥὛΥὝΥὟΥὠωὡωὢωὣωὤωὥωὦωὧωὨΩὩΩὪΩὫΩὬΩὭΩὮΩὯΩὰαάαὲεέεὴηήηὶιίιὸοόοὺυ\
    ύυὼωώωᾀαᾁαᾂαᾃαᾄαᾅαᾆαᾇαᾈΑᾉΑᾊΑᾋΑᾌΑᾍΑᾎΑᾏΑᾐηᾑηᾒηᾓηᾔηᾕηᾖηᾗηᾘΗᾙΗᾚΗᾛΗᾜΗᾝΗᾞΗᾟΗᾠωᾡωᾢωᾣωᾤωᾥωᾦωᾧωᾨΩ\
    ᾩΩᾪΩᾫΩᾬΩᾭΩᾮΩᾯΩᾰαᾱαᾲαᾳαᾴαᾶαᾷαᾸΑᾹΑᾺΑΆΑᾼΑῂηῃηῄηῆηῇηῈΕΈΕῊΗΉΗῌΗῐιῑιῒιΐιῖιῗιῘΙῙΙῚΙΊΙῠυῡυῢυΰυῤρ\
    ῥρῦυῧυῨΥῩΥῪΥΎΥῬΡῲωῳωῴωῶωῷωῸΟΌΟῺΩΏΩῼΩÅAがかぎきぐくげけごこざさじしずすぜせぞそだたぢちづつでてどとばはぱはびひぴひぶふぷふべへぺへぼほぽほ\
    ゔうゞゝガカギキグクゲケゴコザサジシズスゼセゾソダタヂチヅツデテドトバハパハビヒピヒブフプフベヘペヘボホポホヴウヷワヸヰヹヱヺヲヾヽ𑂚𑂙𑂜𑂛𑂫𑂥\
    \u{385}\u{A8}\u{622}\u{627}\u{623}\u{627}\u{624}\u{648}\u{625}\u{627}\u{626}\u{64A}\
    \u{6C0}\u{6D5}\u{6C2}\u{6C1}\u{6D3}\u{6D2}\u{C48}\u{C46}\u{DDA}\u{DD9}\u{F76}\u{FB2}\
    \u{F78}\u{FB3}\u{1FC1}\u{A8}\u{1FCD}\u{1FBF}\u{1FCE}\u{1FBF}\u{1FCF}\u{1FBF}\
    \u{1FDD}\u{1FFE}\u{1FDE}\u{1FFE}\u{1FDF}\u{1FFE}\u{1FED}\u{A8}\u{1FEE}\u{A8}\
    \u{219A}\u{2190}\u{219B}\u{2192}\u{21AE}\u{2194}\u{21CD}\u{21D0}\u{21CE}\u{21D4}\
    \u{21CF}\u{21D2}\u{2204}\u{2203}\u{2209}\u{2208}\u{220C}\u{220B}\u{2224}\u{2223}\
    \u{2226}\u{2225}\u{2241}\u{223C}\u{2244}\u{2243}\u{2247}\u{2245}\u{2249}\u{2248}\
    \u{2260}\u{3D}\u{2262}\u{2261}\u{226D}\u{224D}\u{226E}\u{3C}\u{226F}\u{3E}\
    \u{2270}\u{2264}\u{2271}\u{2265}\u{2274}\u{2272}\u{2275}\u{2273}\u{2278}\u{2276}\
    \u{2279}\u{2277}\u{2280}\u{227A}\u{2281}\u{227B}\u{2284}\u{2282}\u{2285}\u{2283}\
    \u{2288}\u{2286}\u{2289}\u{2287}\u{22AC}\u{22A2}\u{22AD}\u{22A8}\u{22AE}\u{22A9}\
    \u{22AF}\u{22AB}\u{22E0}\u{227C}\u{22E1}\u{227D}\u{22E2}\u{2291}\u{22E3}\u{2292}\
    \u{22EA}\u{22B2}\u{22EB}\u{22B3}\u{22EC}\u{22B4}\u{22ED}\u{22B5}\u{2ADC}\u{2ADD}\
    \u{FB1D}\u{5D9}\u{FB1F}\u{5F2}\u{FB2A}\u{5E9}\u{FB2B}\u{5E9}\u{FB2C}\u{5E9}\
    \u{FB2D}\u{5E9}\u{FB2E}\u{5D0}\u{FB2F}\u{5D0}\u{FB30}\u{5D0}\u{FB31}\u{5D1}\
    \u{FB32}\u{5D2}\u{FB33}\u{5D3}\u{FB34}\u{5D4}\u{FB35}\u{5D5}\u{FB36}\u{5D6}\
    \u{FB38}\u{5D8}\u{FB39}\u{5D9}\u{FB3A}\u{5DA}\u{FB3B}\u{5DB}\u{FB3C}\u{5DC}\
    \u{FB3E}\u{5DE}\u{FB40}\u{5E0}\u{FB41}\u{5E1}\u{FB43}\u{5E3}\u{FB44}\u{5E4}\
    \u{FB46}\u{5E6}\u{FB47}\u{5E7}\u{FB48}\u{5E8}\u{FB49}\u{5E9}\u{FB4A}\u{5EA}\
    \u{FB4B}\u{5D5}\u{FB4C}\u{5D1}\u{FB4D}\u{5DB}\u{FB4E}\u{5E4}\u{1D15E}\u{1D157}\
    \u{1D15F}\u{1D158}\u{1D160}\u{1D158}\u{1D161}\u{1D158}\u{1D162}\u{1D158}\
    \u{1D163}\u{1D158}\u{1D164}\u{1D158}\u{1D1BB}\u{1D1B9}\u{1D1BC}\u{1D1BA}\
    \u{1D1BD}\u{1D1B9}\u{1D1BE}\u{1D1BA}\u{1D1BF}\u{1D1B9}\u{1D1C0}\u{1D1BA}
    """
}
