import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const getBytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...new TextEncoder().encode(part)])));

const getUtf16 = (text: string, isLittle: boolean): Uint8Array => {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return Uint8Array.from(units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
};

test.for([
  ["an empty file", getBytes(), ""],
  ["UTF-8", getBytes("Métro ’Łódź’ €🎯"), "Métro ’Łódź’ €🎯"],
  ["UTF-8 with a byte order mark", getBytes(0xef, 0xbb, 0xbf, "Métro"), "Métro"],
  ["UTF-16, little-endian", Uint8Array.from([0xff, 0xfe, ...getUtf16("Métro €🎯", true)]), "Métro €🎯"],
  ["UTF-16, big-endian", Uint8Array.from([0xfe, 0xff, ...getUtf16("Métro €🎯", false)]), "Métro €🎯"],
  ["Windows-1252", getBytes(0xe4, 0xf6, 0xfc, 0xdf, 0x92, 0x80, 0x8a, "x"), "äöüß’€Šx"],
  ["Windows-1252 with an undefined byte", getBytes("a", 0x81, 0x8d, "b"), "a\u0081\u008db"],
  ["invalid UTF-8 between valid characters", getBytes("é", 0xff, "é"), "Ã©ÿÃ©"],
  ["UTF-8 that was cut within a character", getBytes("Métro", 0xc3), "MÃ©troÃ"],
  ["UTF-8 of a lone surrogate", getBytes(0xed, 0xa0, 0x80), "í\u00a0€"],
] as const)("%s is decoded", ([, bytes, text]) => {
  expect(decodeText(bytes)).toBe(text);
});

test("any UTF-8 text is decoded, and no bytes without a byte order mark become a replacement character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodeText(getBytes("a", text))).toBe(`a${text}`);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = decodeText(Uint8Array.from([0x61, ...bytes]));
      const isUtf8 = text.includes("\ufffd") && getBytes(text).length === bytes.length + 1;
      expect(text.includes("\ufffd") && !isUtf8).toBe(false);
    }),
  );
});
