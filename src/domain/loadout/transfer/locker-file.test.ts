import { describe, expect, test } from "vitest";
import { readLockerFile, type Transferred, toLockerFile } from "#messages/loadout/locker-file.ts";

const one = (changes: Partial<Transferred> = {}): Transferred => ({
  id: "3f0e1a52-7c1b-4f0a-9d7e-2b6a1c9d8e70",
  name: "Métro rush",
  note: "",
  tags: ["close"],
  folder: "Nights",
  game: "bf4",
  loadout: { game: "bf4", vehicleClassId: "vehiclembt", parts: {} },
  ...changes,
});

const file = toLockerFile([one(), one({ name: "Second", folder: null })], "2026-03-01T10:00:00.000Z");

describe("a locker file", () => {
  test("is read back as it was written, through text", () => {
    expect(readLockerFile(JSON.parse(JSON.stringify(file)))).toEqual({ file });
    expect(file.folders).toEqual(["Nights"]);
  });
  test.for([
    ["another thing", { hello: 1 }, /isn't a locker file/],
    ["no object", "x", /isn't a locker file/],
    ["a newer version", { ...file, version: 2, more: true }, /newer version/],
    ["a damaged loadout", { ...file, loadouts: [file.loadouts[0], { name: "x" }] }, /Loadout 2 .* damaged/],
    ["a loadout of another game", { ...file, loadouts: [one({ game: "bf2042" })] }, /Loadout 1/],
    ["no loadouts", { ...file, loadouts: [] }, /has no loadouts/],
    ["folders that are none", { ...file, folders: [7] }, /damaged/],
  ] as const)("that is %s is refused in a sentence", ([, value, sentence]) => {
    expect(readLockerFile(value)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
