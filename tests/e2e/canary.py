"""What must not happen on a page that shows what a stranger wrote, and how it is found out."""

from typing import Any

from playwright.sync_api import Page

# Before anything of the page: nothing that is refused by its policy goes unheard.
LISTEN = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""

# Texts of one paragraph, of which one is isolated: which come before one that stands further left in the same line.
DISORDER = """
() => {
  const found = [];
  const isBlock = (e) => !['inline', 'contents'].includes(getComputedStyle(e).display);
  const blockOf = (node) => { let e = node.parentElement; while (e && !isBlock(e)) e = e.parentElement; return e; };
  const rectsOf = (node) => { const r = document.createRange(); r.selectNodeContents(node);
    return [...r.getClientRects()].filter((one) => one.width > 0); };
  const blocks = new Set([...document.querySelectorAll('bdi')].map((e) => blockOf(e.firstChild ?? e)));
  for (const block of blocks) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let before = null;
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.data.trim() || blockOf(node) !== block) continue;
      const rects = rectsOf(node);
      if (rects.length === 0) continue;
      const here = { node, bdi: node.parentElement.closest('bdi'), first: rects[0], last: rects.at(-1) };
      if (before && (here.bdi || before.bdi) && here.bdi !== before.bdi) {
        const sameLine = here.first.top < before.last.bottom - 4 && before.last.top < here.first.bottom - 4;
        if (sameLine && here.first.left < before.last.left) found.push(`${before.node.data} | ${node.data}`);
      }
      before = here;
    }
  }
  return found;
}
"""


class Canary:
    """Sings when something has been run, asked for, refused by the policy, turned around or pushed out of the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dialogs: list[str] = []
        page.on("dialog", self._dismiss)

    def _dismiss(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def song(self) -> dict[str, Any]:
        """Everything that is wrong with the page as it stands; nothing, if nothing is."""
        page = self.page
        found = {
            "struck": page.evaluate("window.struck"),
            "dialogs": self.dialogs,
            "refused by the policy": page.evaluate("window.violations ?? []"),
            "turned around": page.evaluate(DISORDER),
            "a title that turns": page.evaluate("/[\\u202a-\\u202e]/.test(document.title)"),
            "too wide by": page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"),
        }
        return {what: how for what, how in found.items() if how}
