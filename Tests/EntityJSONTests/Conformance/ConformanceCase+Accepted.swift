extension ConformanceCase {
  /// What is JSON.
  static let accepted: [Self] =
    values + containers + space + numbers + acceptedStrings + escapes + characters + escapedControls

  private static let values = texts(
    .accepted,
    [
      "null alone": "null", "true alone": "true", "false alone": "false",
      "a string alone": #""asd""#, "an empty string alone": #""""#, "a number alone": "42",
      "a negative number alone": "-0.1", "zero alone": "0", "a space in a string alone": #"" ""#,
      "null in an array": "[null]", "true in an array": "[true]", "false in an array": "[false]",
    ])

  private static let containers = texts(
    .accepted,
    [
      "an empty array": "[]", "an empty object": "{}", "an array in an array": "[[]]",
      "arrays in arrays": "[[[]],[[],[]]]", "an object in an array": "[{}]",
      "an array in an object": #"{"a":[]}"#, "an object in an object": #"{"a":{"b":{}}}"#,
      "values of all kinds": #"[null, 1, "1", {}, [], true, false]"#,
      "nulls one after the other": "[1,null,null,null,2]", "one string": #"["a"]"#,
      "an empty string": #"[""]"#, "one member": #"{"a":"b"}"#,
      "several members": #"{"a":"b","c":1,"d":null}"#, "a name twice": #"{"a":"b","a":"c"}"#,
      "a member twice": #"{"a":"b","a":"b"}"#, "an empty name": #"{"":0}"#,
      "an escape in a name": #"{"foo\u0000bar":42}"#, "an escaped quote in a name": #"{"a\"b":1}"#,
      "a name of other letters": #"{"ключ":"значение"}"#,
      "a long name": "{\"\(String.many("x", 40))\":1}",
      "numbers of both signs": #"{"min":-1.0e+28,"max":1.0e+28}"#,
      "a hundred arrays in each other": .many("[", 100) + .many("]", 100),
      "two hundred objects in each other": .many(#"{"a":"#, 200) + "0" + .many("}", 200),
      "a thousand elements": "[" + .many("0,", 999) + "0]",
    ])

  private static let space = texts(
    .accepted,
    [
      "a space before": " []", "a space behind": "[] ", "a space inside": "[ ]",
      "a space in an object": "{ }", "a tab": "[\t1\t]", "a line feed": "[\n1\n]",
      "a carriage return": "[\r1\r]", "a line feed before a bracket": "[1\n]",
      "spaces between everything": " [ 1 , { \"a\" : 2 } ] ",
      "all kinds of space around": "\t\r\n [] \t\r\n", "a line feed behind": "[\"a\"]\n",
      "line feeds in an object": "{\n\"a\":\n\"b\"\n}", "a space before a comma": "[1 ,2]",
      "a space after a number alone": "1 ", "spaces behind an array within": "[[]   ]",
      "a space before a colon": #"{"a" :1}"#,
    ])

  private static let numbers = texts(
    .accepted,
    [
      "zero": "[0]", "minus zero": "[-0]", "minus one": "[-1]", "several digits": "[123]",
      "several digits below zero": "[-123]", "a fraction": "[123.456789]",
      "a fraction of zero": "[0.0]",
      "minus zero with a fraction": "[-0.0]", "a small exponent": "[1e2]",
      "a capital exponent": "[1E22]",
      "a signed capital exponent": "[1E+2]", "a negative exponent": "[1e-2]",
      "a negative capital exponent": "[1E-2]", "an exponent of zero": "[0e1]",
      "a signed exponent of zero": "[0e+1]", "an exponent with zeros before": "[1e007]",
      "a fraction with an exponent": "[123.456e78]", "an exponent of several digits": "[123e45]",
      "zeros behind a point": "[1.000]", "a number behind a space": "[ 4]",
      "the greatest Int64": "[9223372036854775807]", "the least Int64": "[-9223372036854775808]",
      "the greatest UInt64": "[18446744073709551615]", "beyond UInt64": "[18446744073709551616]",
      "thirty digits": "[123123123123123123123123123123]",
      "close to zero": "[-0.\(String.many("0", 77))1]",
      "the greatest Double": "[1.7976931348623157e308]",
      "the least Double": "[4.9e-324]", "the digits of a Double": "[0.30000000000000004]",
      "forty digits behind a point": "[0.\(String.many("1234567890", 4))]",
      "a number before a comma": "[1,2]", "a number before a brace": #"{"a":1}"#,
      "a fraction before a brace": #"{"a":1.5}"#,
    ])

  private static let acceptedStrings = texts(
    .accepted,
    [
      "what looks like a comment": #"["a/*b*/c/*d//e"]"#, "a slash": #"["/"]"#,
      "an apostrophe": #"["'"]"#, "brackets in a string": #"["[{]}"]"#,
      "what looks like a member": #"["a\":1"]"#,
      "a line of a hundred": "[\"\(String.many("a", 100))\"]",
      "a space at the end of a string": #"["asd "]"#, "a comma in a string": #"["a,b"]"#,
    ])

  private static let escapes = texts(
    .accepted,
    [
      "an escaped quote": #"["\""]"#, "an escaped backslash": #"["\\"]"#,
      "an escaped slash": #"["\/"]"#,
      "an escaped backspace": #"["\b"]"#, "an escaped form feed": #"["\f"]"#,
      "an escaped line feed": #"["\n"]"#, "an escaped return": #"["\r"]"#,
      "an escaped tab": #"["\t"]"#,
      "all short escapes": #"["\"\\\/\b\f\n\r\t"]"#, "a backslash before a letter": #"["\\a"]"#,
      "a backslash before an n": #"["\\n"]"#, "two escaped backslashes": #"["\\\\"]"#,
      "what looks like an escape": #"["\\u0000"]"#, "a quote by its number": #"["\u0022"]"#,
      "a backslash by its number": #"["\u005C"]"#, "a comma by its number": #"["\u002c"]"#,
      "capital digits": #"["\u00AB\u12EF"]"#, "small digits": #"["\u00ab\u12ef"]"#,
      "mixed digits": #"["\uaBcD"]"#, "the last of the plane": #"["\uFFFF"]"#,
      "the byte order mark by its number": #"["\uFEFF"]"#, "no character": #"["\uFDD0"]"#,
      "the last before surrogates": #"["\uD7FF"]"#, "the first after surrogates": #"["\uE000"]"#,
      "a pair": #"["\uD801\udc37"]"#, "two pairs": #"["\ud83d\ude39\ud83d\udc8d"]"#,
      "the first pair": #"["\uD800\uDC00"]"#, "the last pair": #"["\uDBFF\uDFFF"]"#,
      "a pair that is no character": #"["\uDBFF\uDFFE"]"#,
      "an escape before a digit": #"["\u00e91"]"#,
      "line separators by their numbers": #"["\u2028\u2029"]"#,
      "a long escape": #"["\u0060\u012a\u12AB"]"#,
      "a zero width space": #"["\u200B"]"#, "invisible times": #"["\u2064"]"#,
      "an escape in a name of a name": #"{"\u0061":1}"#,
    ])

  private static let characters = texts(
    .accepted,
    [
      "two bytes": "[\"\u{80}\u{7FF}\"]", "three bytes": "[\"\u{800}\u{FFFD}\"]",
      "four bytes": "[\"\u{10000}\u{10FFFF}\"]", "the delete character": "[\"a\u{7F}a\"]",
      "a line separator": "[\"\u{2028}\"]", "a paragraph separator": "[\"\u{2029}\"]",
      "no character as it is": "[\"\u{FFFF}\"]", "a letter and its accent": "[\"e\u{301}\"]",
      "a smile": "[\"😀\"]", "a family": "[\"👩‍👩‍👧\"]", "Greek": "[\"π\"]", "Japanese": "[\"日本語\"]",
      "the byte order mark within": "[\"\u{FEFF}\"]", "a no-break space within": "[\"a\u{A0}b\"]",
      "from right to left": "[\"שלום\"]",
    ])

  /// Control characters by their numbers.
  private static let escapedControls = (0..<0x20).map { number in
    let digits = String(number, radix: 16)
    let escape = "\\u00" + (digits.count == 1 ? "0" : "") + digits
    return Self("control \(number) by its number", Array("[\"\(escape)\"]".utf8), .accepted)
  }
}
