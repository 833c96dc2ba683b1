/** The trees of positions that were left: whoever comes back to one thinks on where it stopped. */

/** What a search had in its memory: bytes by the name of the array. */
export type KeptTree = ReadonlyMap<string, Uint8Array>;

const bytesOf = (tree: KeptTree) => [...tree.values()].reduce((sum, part) => sum + part.length, 0);

/** As many as fit into so many bytes; those that were left longest ago go first. */
export class KeptTrees {
  private readonly trees = new Map<string, KeptTree>();
  private readonly most: number;
  private bytes = 0;

  constructor(most: number) {
    this.most = most;
  }

  keep(position: string, tree: KeptTree): void {
    this.take(position);
    const size = bytesOf(tree);
    if (size > this.most) return;
    for (const oldest of this.trees.keys()) {
      if (this.bytes + size <= this.most) break;
      this.take(oldest);
    }
    this.trees.set(position, tree);
    this.bytes += size;
  }

  /** It is the caller's again. */
  take(position: string): KeptTree | null {
    const tree = this.trees.get(position);
    if (!tree) return null;
    this.trees.delete(position);
    this.bytes -= bytesOf(tree);
    return tree;
  }
}
