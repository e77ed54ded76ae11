// How the site compares what people type with what things are called.

/** Small letters without accents; dashes, dots and the like become single spaces. */
export function normalizeText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The words of a text in `plain` form, in their order; empty for a text without any. */
export const tokenize = (text: string): readonly string[] => normalizeText(text).split(" ").filter(Boolean);
