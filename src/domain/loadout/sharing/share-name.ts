// The name in a share code: six bits a character where they do, UTF-8 otherwise.

import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { isPrintable, toPrintable } from "#domain/printable.ts";
import type { BitReader, BitWriter } from "./share-frame.ts";

const PLAIN = " -ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH_BITS = 8;

/** Writes the name, its ends trimmed and without control characters; throws where it is longer than a name may be. */
export function writeName(requested: string, { write }: BitWriter): void {
  // Half a character that stands alone cannot be written.
  const name = toPrintable(requested).replace(/\p{Surrogate}/gu, "\ufffd");
  if (name.length > LOADOUT_NAME_LIMIT) throw new RangeError("The name is too long for a share code.");
  const values = [...name].map((character) => PLAIN.indexOf(character));
  const isPlain = !values.includes(-1);
  const bytes = isPlain ? values : getUtf8(name);
  write(isPlain ? 0 : 1, 1);
  write(bytes.length, LENGTH_BITS);
  for (const byte of bytes) write(byte, isPlain ? 6 : 8);
}

/** The name, empty where the code carries none; null for what is no name. */
export function readName({ read }: BitReader): string | null {
  const isPlain = read(1) === 0;
  const length = read(LENGTH_BITS);
  const values = Array.from({ length }, () => read(isPlain ? 6 : 8));
  const name = isPlain ? values.map((value) => PLAIN[value] ?? "").join("") : getText(values);
  return name !== null && isPrintable(name) && name === name.trim() && name.length <= LOADOUT_NAME_LIMIT ? name : null;
}

function getUtf8(text: string): number[] {
  const escaped = encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|./g);
  return [...escaped].map(([one, hex]) => (hex ? Number.parseInt(hex, 16) : one.charCodeAt(0)));
}

function getText(bytes: readonly number[]): string | null {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  } catch {
    return null;
  }
}
