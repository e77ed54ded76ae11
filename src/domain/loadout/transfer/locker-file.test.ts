import { describe, expect, test } from "vitest";
import { type FileLoadout, readLockerFile, toLockerFile } from "#messages/loadout/locker-file.ts";

const createFileLoadout = (changes: Partial<FileLoadout> = {}): FileLoadout => ({
  id: "3f0e1a52-7c1b-4f0a-9d7e-2b6a1c9d8e70",
  name: "Métro rush",
  note: "",
  tags: ["close"],
  folder: "Nights",
  game: "bf4",
  loadout: { game: "bf4", vehicleClassId: "vehiclembt", parts: {} },
  ...changes,
});

const file = toLockerFile(
  [createFileLoadout(), createFileLoadout({ name: "Second", folder: null })],
  "2026-03-01T10:00:00.000Z",
);

describe("a locker file", () => {
  test("is parsed to the loadouts it was written from", () => {
    expect(readLockerFile(JSON.parse(JSON.stringify(file)))).toEqual({ file });
    expect(file.folders).toEqual(["Nights"]);
  });
  test.for([
    ["another kind of file", { hello: 1 }, /isn't a locker file/],
    ["not an object", "x", /isn't a locker file/],
    ["of a newer version", { ...file, version: 2, more: true }, /newer version/],
    ["with an invalid loadout", { ...file, loadouts: [file.loadouts[0], { name: "x" }] }, /Loadout 2 .* damaged/],
    ["with a loadout of another game", { ...file, loadouts: [createFileLoadout({ game: "bf2042" })] }, /Loadout 1/],
    ["without loadouts", { ...file, loadouts: [] }, /has no loadouts/],
    ["with an invalid folder", { ...file, folders: [7] }, /damaged/],
  ] as const)("is refused with a message if it is %s", ([, value, sentence]) => {
    expect(readLockerFile(value)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
