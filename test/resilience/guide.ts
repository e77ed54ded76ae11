// Reads the shell blocks of docs/operations.md for tests.
import { readFileSync } from "node:fs";

export type GuideBlock = {
  /** The comment in the first line. */
  title: string;
  /** The other lines; all but the last end with `&&`. */
  commands: readonly string[];
};

/** Returns all blocks of the document. @throws if a block does not start with a comment */
export function readGuide(): GuideBlock[] {
  const text = readFileSync("docs/operations.md", "utf8");
  return [...text.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, block = ""]) => {
    const [first = "", ...commands] = block.split("\n");
    if (!first.startsWith("# ")) throw new Error(`docs/operations.md: a block begins without a comment: ${first}`);
    return { title: first.slice(2), commands };
  });
}

/** Returns the block whose title starts with `title`. @throws if there is not exactly one */
export function getGuideBlock(title: string): GuideBlock {
  const blocks = readGuide().filter((block) => block.title.startsWith(title));
  const [block] = blocks;
  if (!block || blocks.length > 1) throw new Error(`docs/operations.md has ${blocks.length} blocks "${title}".`);
  return block;
}
