// Decodes the text of a file that any program may have saved.

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Other bytes are decoded as Windows-1252, in which Excel saves tables, and which
 * has a character for every byte.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
