import { expect, test } from "vitest";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { readArsenals } from "#server/arsenals.ts";
import { readPasted } from "./matching.ts";

const code = encodeShare(
  { name: "Heavy", loadout: { game: "bf4", vehicleClassId: "vehiclembt", parts: {} } },
  readArsenals("data").bf4.codebook,
);

test.for([
  ["a file", ' {"format":"x"} ', { kind: "json", value: { format: "x" } }],
  ["half a file", '{"format":', { kind: "unreadable", problem: expect.stringMatching(/damaged/) }],
  ["a bare code", ` ${code}\n`, { kind: "code", code }],
  ["a link with a code", `https://locker.example/bf4?l=${code}&x=1#top`, { kind: "code", code }],
  ["a short link", "https://locker.example/bf2042?s=abcDEF123456", { kind: "share", id: "abcDEF123456" }],
  ["a link without a scheme", "locker.example/bf4?s=abcDEF123456", { kind: "share", id: "abcDEF123456" }],
  ["a bare id", "abcDEF123456", { kind: "share", id: "abcDEF123456" }],
  ["nothing", "  ", { kind: "unreadable", problem: expect.stringMatching(/first/) }],
  ["any other text", "hello there", { kind: "unreadable", problem: expect.stringMatching(/no share link/) }],
] as const)("%s is read as what it is", ([, text, read]) => {
  expect(readPasted(text)).toEqual(read);
});
