// The shell blocks of docs/operations.md, as tests run them.
import { readFileSync } from "node:fs";

export type GuideBlock = {
  /** The comment in its first line. */
  title: string;
  /** Its lines, of which all but the last end with the `&&` that joins it to the next. */
  commands: readonly string[];
};

/** Every block of the document. @throws where one does not begin with a comment */
export function readGuide(): GuideBlock[] {
  const text = readFileSync("docs/operations.md", "utf8");
  return [...text.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, block = ""]) => {
    const [first = "", ...commands] = block.split("\n");
    if (!first.startsWith("# ")) throw new Error(`docs/operations.md: a block begins without a comment: ${first}`);
    return { title: first.slice(2), commands };
  });
}

/** The block whose title begins with `title`. @throws where there is none, or not one */
export function getGuideBlock(title: string): GuideBlock {
  const blocks = readGuide().filter((block) => block.title.startsWith(title));
  const [block] = blocks;
  if (!block || blocks.length > 1) throw new Error(`docs/operations.md has ${blocks.length} blocks "${title}".`);
  return block;
}
