import { expect, test } from "vitest";
import { isAvatar } from "./avatar.ts";

const chunk = (kind: string, body: number[], length = 64): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.write("RIFF", 0, "latin1");
  bytes.write(`WEBP${kind}`, 8, "latin1");
  Buffer.from(body).copy(bytes, 20);
  return bytes;
};
/** Creates a VP8 file: the frame header has three bytes, a start code, width and height. */
const lossy = (width: number, height: number) =>
  chunk("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8]);
const extended = (flags: number, side: number) =>
  chunk("VP8X", [flags, 0, 0, 0, (side - 1) & 255, (side - 1) >> 8, 0, (side - 1) & 255, (side - 1) >> 8, 0]);
const lossless = (side: number) => {
  const bits = (side - 1) | ((side - 1) << 14);
  return chunk("VP8L", [0x2f, bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >> 24) & 255]);
};

test.for([
  ["lossy", lossy(256, 256)],
  ["lossless", lossless(256)],
  ["extended", extended(0, 256)],
] as const)("isAvatar accepts a %s WebP of 256 pixels", ([, bytes]) => {
  expect(isAvatar(bytes)).toBe(true);
});

test.for([
  ["of another width", lossy(257, 256)],
  ["of another height", lossy(256, 128)],
  ["with animation", extended(0x02, 256)],
  ["that is too large", Buffer.concat([lossy(256, 256), Buffer.alloc(32 * 1024)])],
  ["that is truncated", lossy(256, 256).subarray(0, 24)],
  ["of another format", Buffer.from(`\x89PNG\r\n${"x".repeat(64)}`, "latin1")],
  ["without content", Buffer.alloc(0)],
] as const)("isAvatar refuses a picture %s", ([, bytes]) => {
  expect(isAvatar(bytes)).toBe(false);
});
