// The frame of a share code, which is the same for every version: characters of six bits, with the version first and a checksum last.

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
const CHARACTER_BITS = 6;
const VERSION_BITS = 4;
const CHECKSUM_CHARACTERS = 4;
/** Longer texts are refused without being decoded; the longest code of a loadout is shorter. */
const MAX_CODE_LENGTH = 400;

/** Writes numbers one after another, highest bit first. */
export type BitWriter = {
  /** Writes a non-negative integer. @throws {RangeError} if it needs more bits. */
  write: (value: number, bits: number) => void;
  /** Returns all numbers as characters, followed by the checksum. */
  finish: () => string;
};

export type BitReader = {
  /** Reads the next number; returns 0 past the end. */
  read: (bits: number) => number;
  /** Whether the position is at the end; the last character may be filled up with zeros. */
  isAtEnd: () => boolean;
};

export function createWriter(version: number): BitWriter {
  const allBits: number[] = [];
  const write = (value: number, bits: number) => {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits) throw new RangeError("This has no share code.");
    for (let bit = bits - 1; bit >= 0; bit -= 1) allBits.push((value >>> bit) & 1);
  };
  write(version, VERSION_BITS);
  const finish = () => {
    const values: number[] = [];
    for (let index = 0; index < allBits.length; index += CHARACTER_BITS) {
      const bits = allBits.slice(index, index + CHARACTER_BITS);
      values.push(bits.reduce((value, bit, place) => value | (bit << (CHARACTER_BITS - 1 - place)), 0));
    }
    return [...values, ...getChecksum(values)].map((value) => ALPHABET[value]).join("");
  };
  return { write, finish };
}

/** Returns the version of a text with a valid checksum, and a reader for the rest; null for any other text. */
export function openFrame(text: string): { version: number; reader: BitReader } | null {
  if (text.length > MAX_CODE_LENGTH || text.length <= CHECKSUM_CHARACTERS) return null;
  const values = [...text].map((character) => VALUES.get(character) ?? -1);
  const content = values.slice(0, -CHECKSUM_CHARACTERS);
  const checksum = values.slice(-CHECKSUM_CHARACTERS);
  if (values.includes(-1) || getChecksum(content).some((value, index) => value !== checksum[index])) return null;
  const reader = createReader(content);
  return { version: reader.read(VERSION_BITS), reader };
}

function createReader(values: readonly number[]): BitReader {
  const end = values.length * CHARACTER_BITS;
  let position = 0;
  const getBit = (place: number) =>
    ((values[Math.floor(place / CHARACTER_BITS)] ?? 0) >>> (CHARACTER_BITS - 1 - (place % CHARACTER_BITS))) & 1;
  const read = (bits: number) => {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1) value = value * 2 + getBit(position + bit);
    position += bits;
    return value;
  };
  const isAtEnd = () => {
    const remainingBits = end - position;
    return remainingBits >= 0 && remainingBits < CHARACTER_BITS && read(remainingBits) === 0;
  };
  return { read, isAtEnd };
}

/** CRC-24 as in RFC 4880. It detects every change of one character or of two adjacent characters. */
function getChecksum(values: readonly number[]): readonly number[] {
  let sum = 0xb704ce;
  for (const value of values) {
    sum ^= value << 18;
    for (let bit = 0; bit < CHARACTER_BITS; bit += 1)
      sum = sum & 0x800000 ? ((sum << 1) ^ 0x1864cfb) & 0xffffff : sum << 1;
  }
  return [sum >>> 18, (sum >>> 12) & 63, (sum >>> 6) & 63, sum & 63];
}
