/** A rules page in parts, one for each heading: words, and the diagrams that go beside them. */

export interface RulesPart {
  id: string; // by which it is linked to
  title: string; // empty: what stands before the first heading
  text: string;
  diagrams: string; // fenced blocks, as they were written
}

const FENCE = /^```(?:board|diagram)[^\n]*\n[\s\S]*?^```$\n*/gm;

export function rulesParts(rules: string): RulesPart[] {
  return rules
    .replaceAll("\r", "")
    .replace(/^# .*\n/, "")
    .split(/^(?=## )/m)
    .map((part, i) => ({
      id: `rules-${i}`,
      title: /^## (.*)/.exec(part)?.[1] ?? "",
      text: part
        .replace(/^## .*\n/, "")
        .replace(FENCE, "")
        .trim(),
      diagrams: (part.match(FENCE) ?? []).join("\n").trim(),
    }))
    .filter(({ text, diagrams }) => text !== "" || diagrams !== "");
}
