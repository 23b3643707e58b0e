extension ConformanceCase {
  /// What is no JSON.
  static let refused: [Self] =
    nothing + words + brokenArrays + brokenObjects + brokenNumbers + brokenStrings + brokenEscapes
    + otherSpace + comments + controls + cut

  private static let nothing = texts(
    .refused,
    [
      "nothing": "", "a space alone": " ", "a line feed alone": "\n", "a comma alone": ",",
      "a colon alone": ":", "an opening bracket alone": "[", "a closing bracket alone": "]",
      "an opening brace alone": "{", "a closing brace alone": "}", "a quote alone": "\"",
      "a minus alone": "-", "a point alone": ".", "a plus alone": "+", "an e alone": "e",
      "a letter alone": "a", "an apostrophe alone": "'", "a star alone": "*",
      "a backslash alone": "\\",
      "an angle bracket": "<.>", "brackets of null": "[<null>]", "a letter in parentheses": "(a)",
      "a dollar sign": "$", "two values": "1 2", "two arrays": "[][]", "two objects": "{}{}",
      "a value and a bracket": "1]", "an array and a bracket": "[]]",
      "an object and a brace": "{}}",
      "an array and a comma": "[1],", "an object and a comma": "{},",
      "an object and a hash": #"{"a":"b"}#"#,
      "an array and a letter": "[1]x", "a string and a letter": #""a"x"#, "a comma before": ",[1]",
      "a byte order mark alone": "\u{FEFF}", "two byte order marks": "\u{FEFF}\u{FEFF}[]",
    ])

  private static let words = texts(
    .refused,
    [
      "half of null": "[nul]", "half of true": "[tru]", "half of false": "[fals]", "n": "[n]",
      "a capital null": "[Null]", "a capital true": "[TRUE]", "a capital false": "[False]",
      "null and more": "[nullx]", "true and more": "[truex]", "true and true": "[truetrue]",
      "nil": "[nil]", "undefined": "[undefined]", "a name of nobody": "[abc]",
      "null alone, half": "nul", "true alone, half": "tru", "null and a digit": "null1",
      "true in quotes of another kind": "['true']", "a word with a minus": "[-null]",
    ])

  private static let brokenArrays = texts(
    .refused,
    [
      "no comma": "[1 true]", "a colon": #"["": 1]"#, "a comma at the end": "[1,]",
      "two commas at the end": "[1,,]", "two commas": "[1,,2]", "a comma at the start": "[,1]",
      "a comma only": "[,]", "two commas only": "[,,]", "no end": "[1",
      "no end after a comma": "[1,",
      "no end after a string": #"[""#, "no end within": "[[1]", "a brace at the end": "[1}",
      "an end of an object": "[}", "one end too many": "[1]]", "no start": "1]",
      "a word without a comma": "[3[4]]", "a string without a comma": #"["a" "b"]"#,
      "objects without a comma": "[{} {}]", "a line feed in place of a comma": "[1\n2]",
      "no end after a line feed": "[1,\n1\n,1", "a member in an array": #"["a":1]"#,
      "a semicolon": "[1;2]", "no value in a nested one": "[[,]]", "an end in a nested one": "[[]",
      "a bracket too many": "[[]]]", "an escape outside": #"[\n]"#, "a number and a name": "[1a]",
      "an ellipsis": "[1, ...]", "a thousand open ones": .many("[", 1000),
      "open ones of both kinds": .many(#"[{"":"#, 300),
    ])

  private static let brokenObjects = texts(
    .refused,
    [
      "a bracket": "{]", "an array's end": #"{"a":1]"#, "no colon": #"{"a" 1}"#,
      "no value": #"{"a":}"#,
      "no value and no end": #"{"a":"#, "no name": "{:1}", "no end of an object": #"{"a":1"#,
      "a name alone": #"{"a"}"#, "a name alone and a comma": #"{"a",}"#, "two colons": #"{"a"::1}"#,
      "an equals sign": #"{"a"=1}"#, "a comma in place of a colon": #"{"a",1}"#,
      "a comma at the end of an object": #"{"a":1,}"#,
      "two commas in an object": #"{"a":1,,"b":2}"#,
      "a comma at the start of an object": #"{,"a":1}"#, "a comma alone in an object": "{,}",
      "several commas at the end": #"{"a":1,,,}"#, "no comma in an object": #"{"a":1 "b":2}"#,
      "a name without quotes": "{a:1}", "a name in apostrophes": "{'a':1}",
      "a number for a name": "{1:1}",
      "a number with an exponent for a name": "{9999E9999:1}", "null for a name": "{null:null}",
      "an array for a name": "{[]:1}", "an object for a name": "{{}:1}",
      "a flag of a country": "{🇨🇭}",
      "two values for a name": #"{"a":1 2}"#, "a name behind a value": #"{"a":1"b"}"#,
      "a value without a name": #"{"a":1,2}"#, "no end of a name": #"{"a:1}"#,
      "no end of a value": #"{"a":"b}"#, "a name that is cut": #"{"a"#, "a brace too many": "{}}",
      "an open one in an object": #"{"a":{"#, "a bad word": #"{"a":truth}"#,
      "a semicolon in an object": #"{"a":1;"b":2}"#,
      "a comma behind a name": #"{"a",:1}"#, "a colon behind a value": #"{"a":"b":"c"}"#,
    ])

  private static let brokenNumbers = texts(
    .refused,
    [
      "a plus": "[+1]", "a plus of a fraction": "[+1.5]", "two minuses": "[--1]",
      "a minus and a space": "[- 1]",
      "a minus and nothing": "[-]", "a minus behind": "[1-]", "a zero before": "[012]",
      "a zero before and a minus": "[-012]", "two zeros": "[00]", "two zeros and a point": "[00.5]",
      "no digit before a point": "[.5]", "no digit before a point and a minus": "[-.5]",
      "no digit behind a point": "[1.]", "no digit behind a point of zero": "[0.]",
      "no digit behind a point, with an exponent": "[2.e3]",
      "no digit behind a point, signed": "[2.e+3]",
      "a point alone in an array": "[.]", "a minus and a point": "[-.]", "two points": "[1.2.3]",
      "two points in a row": "[1..2]", "an exponent without digits": "[1e]",
      "a capital one without digits": "[1E]",
      "an exponent and a plus": "[1e+]", "an exponent and a minus": "[1e-]",
      "a capital exponent and a plus": "[1E+]", "an exponent and two signs": "[1e+-2]",
      "two exponents": "[1e2e3]", "a fraction in an exponent": "[1e2.5]",
      "an exponent alone": "[e3]",
      "zero and an exponent without digits": "[0e]", "zero, an exponent and a plus": "[0e+]",
      "a fraction and an exponent without digits": "[0.3e]",
      "a fraction, an exponent and a plus": "[0.3e+]",
      "hexadecimal": "[0x42]", "hexadecimal, capital": "[0X1A]", "octal": "[0o17]",
      "binary": "[0b1]",
      "a digit and letters": "[0ab]", "letters behind": "[1abc]", "an underline": "[1_000]",
      "a comma for the thousands": "[1,000,]", "a space within": "[1 000]", "not a number": "[NaN]",
      "minus not a number": "[-NaN]", "infinity": "[Infinity]", "minus infinity": "[-Infinity]",
      "inf": "[inf]", "a minus and letters": "[-foo]", "a real with garbage": "[1.2a-3]",
      "an expression": "[1+2]", "a suffix": "[1.5f]", "a long suffix": "[1L]", "a percent": "[5%]",
      "full-width digits": "[１]", "Arabic digits": "[٤]", "a superscript": "[1²]",
      "a fraction as a sign": "[½]",
      "a minus sign of typography": "[−1]",
      "a number alone and a point": "1.", "a number alone with a zero before": "01",
      "a minus alone and letters": "-x", "an exponent that is cut": "1e",
    ])

  private static let brokenStrings = texts(
    .refused,
    [
      "no quotes": "[a]", "apostrophes": "['a']", "no end of a string": #"["a"#,
      "no start of a string": #"[a"]"#,
      "one quote": #"["]"#, "three quotes": #"["""]"#, "a string and letters": #"["a"b]"#,
      "strings side by side": #"["a""b"]"#, "curly quotes": "[“a”]", "angle quotes": "[«a»]",
      "backticks": "[`a`]",
      "a line feed within": "[\"a\nb\"]", "a return within": "[\"a\rb\"]",
      "a tab within": "[\"a\tb\"]",
      "an escaped line end": "[\"a\\\nb\"]", "an escape at the end": #"["\"#,
      "an escaped end": #"["\"]"#,
      "three backslashes at the end": #"["\\\"]"#,
    ])

  private static let brokenEscapes = texts(
    .refused,
    [
      "an escape of x": #"["\x00"]"#, "an escape of a": #"["\a"]"#, "an escape of v": #"["\v"]"#,
      "an escape of zero": #"["\0"]"#, "an escape of an apostrophe": #"["\'"]"#,
      "an escape of a space": #"["\ "]"#,
      "an escape of a capital": #"["\N"]"#, "an escape of a capital u": #"["\U0041"]"#,
      "an escape of a letter beyond ASCII": #"["\é"]"#, "an escape of a smile": #"["\😀"]"#,
      "no digits": #"["\u"]"#, "one digit": #"["\u0"]"#, "two digits": #"["\u00"]"#,
      "three digits": #"["\u00A"]"#,
      "three digits and a letter": #"["\u00Ag"]"#, "a sign before digits": #"["\u+041"]"#,
      "a space among digits": #"["\u 041"]"#, "digits in braces": #"["\u{41}"]"#,
      "a pair whose second is cut": #"["\uD834\uDd"]"#,
      "a pair whose second has no digits": #"["\uD800\u"]"#,
      "a pair whose second has one": #"["\uD800\u1"]"#,
      "a pair whose second has letters": #"["\uD800\u1x"]"#,
      "a pair whose escape is cut": #"["\uD800\"]"#,
      "a pair before an unknown escape": #"["\uD834\x"]"#,
      "the text ends in an escape": #"["\u00"#, "an escape in a name is unknown": #"{"\q":1}"#,
    ])

  private static let otherSpace = texts(
    .refused,
    [
      "a form feed": "[\u{0C}]", "a vertical tab": "[\u{0B}1]", "a no-break space": "[\u{A0}1]",
      "a zero width space outside": "[\u{200B}1]", "a word joiner": "[\u{2060}]",
      "an em space": "[\u{2003}1]",
      "a line separator outside": "[\u{2028}1]", "a next line": "[\u{85}1]",
      "a byte order mark within": "[\u{FEFF}1]",
      "a byte order mark behind": "[1]\u{FEFF}", "an ideographic space": "[\u{3000}1]",
      "a zero byte outside": "[\u{0}1]", "a zero byte behind": "[1]\u{0}",
      "a backspace outside": "[\u{8}1]",
    ])

  private static let comments = texts(
    .refused,
    [
      "a comment": #"{"a":"b"}/**/"#, "a comment before": "/* a */ []",
      "a comment within": "[1 /* a */]",
      "a comment of a line": "[] // a", "a comment of a line, alone": "// a\n[]",
      "a comment that is cut": "[] /",
      "a comment that is open": "[] /*", "a hash": "# a\n[]", "two dashes": "-- a\n[]",
      "a slash outside": "[] /a/",
      "a comment between a name and a value": #"{"a":/*b*/"c"}"#,
    ])

  /// Control characters as they are.
  private static let controls = (0..<UInt8(0x20)).map { byte in
    Self("control \(byte) in a string", Array("[\"a".utf8) + [byte] + Array("a\"]".utf8), .refused)
  }

  /// Every beginning of a text that is not the whole.
  private static let cut: [Self] = {
    let whole = Array(#"{"a":[1.5e3,true,"\u00e9"],"b":null}"#.utf8)
    return whole.indices.map {
      Self("the first \($0) bytes of a text", Array(whole[..<$0]), .refused)
    }
  }()
}
