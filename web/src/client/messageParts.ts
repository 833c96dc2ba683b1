import type { MessagePart, SocketMessage } from "../contract";

const MOST_OPEN = 8; // messages of which parts are waited for; older ones are given up

/** Messages that are too large for a frame come in parts, in any order, and perhaps more than once. */
export class MessageParts {
  private readonly open = new Map<string, (string | undefined)[]>();

  /** The whole message, once all parts are there. */
  take(part: MessagePart): SocketMessage | null {
    const texts = this.open.get(part.of) ?? new Array<string | undefined>(part.count).fill(undefined);
    texts[part.number] = part.text;
    this.open.delete(part.of);
    if (texts.every((text) => text !== undefined)) return JSON.parse(texts.join(""));
    this.open.set(part.of, texts);
    for (const [oldest] of this.open) if (this.open.size > MOST_OPEN) this.open.delete(oldest);
    return null;
  }
}
