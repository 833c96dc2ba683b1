/** A browser by the name people know it by; empty: it says nothing of itself. */
export function browserName(agent: string): string {
  const known = /(Edg|OPR|Firefox|Chrome|Safari)/.exec(agent)?.[1];
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1];
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "Mac" };
  const parts = [known, system].flatMap((each) => (each ? [names[each] ?? each] : []));
  return parts.length > 0 ? parts.join(", ") : agent.slice(0, 40);
}
