/** PostgreSQL takes no NUL, and UTF-8 has no half of a surrogate pair: neither would be read back as it was written. */
const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Whether both databases would keep every text in the value, its keys included, as it is. */
export function isValidText(value: unknown): boolean {
  // A list of what is left, rather than recursion: a body may be nested deeper than the stack.
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string" && !isStorableText(next)) return false;
    if (typeof next !== "object" || next === null) continue;
    for (const [key, part] of Object.entries(next)) {
      if (!isStorableText(key)) return false;
      left.push(part);
    }
  }
  return true;
}
