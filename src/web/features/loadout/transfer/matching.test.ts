import { describe, expect, test } from "vitest";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { toLockerFile } from "#messages/loadout/locker-file.ts";
import { readArsenals } from "#server/arsenals.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { type Candidate, CHOICES, getIncoming, getMatches, readCandidates, readPasted } from "./matching.ts";

const createCandidate = (changes: Partial<Candidate> = {}): Candidate => ({
  id: "a",
  name: "Heavy",
  note: "",
  tags: [],
  folder: null,
  loadout: { game: "bf4", vehicleClassId: "vehiclembt", parts: { primary: "shell", secondary: "gun" } },
  ...changes,
});

const createSaved = (changes: Partial<SavedLoadout> = {}): SavedLoadout =>
  ({ ...createCandidate(), folderId: null, version: 3, ...changes }) as SavedLoadout;

const getKinds = (candidates: readonly Candidate[], locker: readonly SavedLoadout[]) =>
  getMatches(candidates, locker).map(({ kind }) => kind);

describe("a loadout of an import", () => {
  test("is new if the locker has no similar loadout", () => {
    expect(getKinds([createCandidate()], [])).toEqual(["new"]);
    expect(getKinds([createCandidate({ id: "b", name: "Light" })], [createSaved()])).toEqual(["new"]);
  });
  test("is the same as a loadout with another id and another order of keys", () => {
    const loadout = {
      parts: { secondary: "gun", primary: "shell" },
      vehicleClassId: "vehiclembt",
      game: "bf4",
    } as const;
    expect(getKinds([createCandidate({ id: "b", loadout })], [createSaved()])).toEqual(["same"]);
  });
  test("is in conflict with another version of the same loadout", () => {
    expect(getKinds([createCandidate({ note: "changed" })], [createSaved()])).toEqual(["conflict"]);
  });
  test("has a name conflict only with a loadout of the same game", () => {
    expect(getKinds([createCandidate({ id: "b", name: "HEAVY" })], [createSaved()])).toEqual(["name"]);
    const other = createSaved({ loadout: { ...createCandidate().loadout, game: "bf2042" } as never });
    expect(getKinds([createCandidate({ id: "b" })], [other])).toEqual(["new"]);
  });
  test("replaces no loadout of the locker by default", () => {
    expect(Object.values(CHOICES).map(([first]) => first)).not.toContain("replace");
  });
});

describe("the loadouts that an import sends", () => {
  const match = { kind: "conflict", present: createSaved() } as const;
  let idCount = 0;
  const newId = () => `new-${++idCount}`;
  test("exclude skipped loadouts, are numbered, and replace the same loadout only once", () => {
    const sent = getIncoming(
      [
        { candidate: createCandidate(), match, choice: "skip" },
        { candidate: createCandidate({ name: "Mine" }), match, choice: "replace" },
        { candidate: createCandidate({ name: "Again" }), match, choice: "replace" },
        { candidate: createCandidate({ name: "Both", folder: "Nights" }), match, choice: "both" },
      ],
      newId,
    );
    expect(sent).toMatchObject([
      { number: 0, name: "Mine", id: "a", seenVersion: 3, folder: null },
      { number: 1, name: "Again", id: "new-1", seenVersion: 0 },
      { number: 2, name: "Both", id: "new-2", seenVersion: 0, folder: "Nights" },
    ]);
  });
});

const code = encodeShare(
  { name: "Heavy", loadout: { game: "bf4", vehicleClassId: "vehiclembt", parts: {} } },
  readArsenals("data").bf4.codebook,
);

test.for([
  ["a file", ' {"format":"x"} ', { kind: "json", value: { format: "x" } }],
  ["an incomplete file", '{"format":', { kind: "unreadable", problem: expect.stringMatching(/damaged/) }],
  ["a CSV table", `Name,Share code\nHeavy,${code}\n`, { kind: "csv", text: `Name,Share code\nHeavy,${code}` }],
  ["a bare code", ` ${code}\n`, { kind: "code", code }],
  ["a link with a code", `https://locker.example/bf4?l=${code}&x=1#top`, { kind: "code", code }],
  ["a short link", "https://locker.example/bf2042?s=abcDEF123456", { kind: "share", id: "abcDEF123456" }],
  ["a link without a scheme", "locker.example/bf4?s=abcDEF123456", { kind: "share", id: "abcDEF123456" }],
  ["a bare id", "abcDEF123456", { kind: "share", id: "abcDEF123456" }],
  ["a link in quotes", `<https://locker.example/bf4?l=${code}>.`, { kind: "code", code }],
  [
    "a table without codes",
    "Name,Class\nHeavy,Recon",
    { kind: "unreadable", problem: expect.stringMatching(/no column “Share code”/) },
  ],
  ["blank text", "  ", { kind: "unreadable", problem: expect.stringMatching(/first/) }],
  ["any other text", "hello there", { kind: "unreadable", problem: expect.stringMatching(/a share link or a code/) }],
] as const)("readPasted recognizes %s", ([, text, read]) => {
  expect(readPasted(text)).toEqual(read);
});

test.for(["\n", " ", ", ", ";\r\n", "\t"])(
  "readPasted recognizes several links and codes separated by %j",
  (between) => {
    const pasted = [code, "abcDEF123456", code, `https://locker.example/bf4?l=${code}`, "broken"].join(between);
    expect(readPasted(pasted)).toEqual({
      kind: "several",
      parts: [
        { text: code, shared: { kind: "code", code } },
        { text: "abcDEF123456", shared: { kind: "share", id: "abcDEF123456" } },
        { text: `https://locker.example/bf4?l=${code}`, shared: { kind: "code", code } },
        { text: "broken", shared: null },
      ],
    });
  },
);

test("readPasted refuses more than 100 links", () => {
  const pasted = Array.from({ length: 101 }, (_, at) => `abcDEF${String(at).padStart(6, "0")}`).join("\n");
  expect(readPasted(pasted)).toEqual({ kind: "unreadable", problem: expect.stringMatching(/up to 100/) });
});

const client = {
  arsenal: { codebook: { query: async () => readArsenals("data").bf4.codebook } },
  share: {
    get: {
      query: async ({ id }: { id: string }) => {
        if (id === "missing12345") throw new Error("missing");
        return { name: "Shared", note: null, loadout: { game: "bf4", vehicleClassId: "vehiclembt", parts: {} } };
      },
    },
  },
} as unknown as Parameters<typeof readCandidates>[1];

test("readCandidates returns the loadouts of several links and codes in order, and lists invalid links", async () => {
  const read = await readCandidates(`${code}\nbroken https://x.example/bf4?s=abcDEF123456, missing12345`, client);
  expect(read).toMatchObject({
    candidates: [{ name: "Heavy" }, { name: "Shared" }],
    omittedRows: [
      { number: 2, name: "broken", reason: expect.stringMatching(/^Loadout 2: /) },
      { number: 4, name: "missing12345", reason: expect.stringMatching(/^Loadout 4: /) },
    ],
  });
});

test("readCandidates omits and lists loadouts with undecodable text, in a table and in a file", async () => {
  const table = `Name,Tags,Note,Folder,Share code\nM\ufffdtro,,,,${code}\nA,\ufffd,,,${code}\nB,,,\ufffd,${code}\nC,,,,${code}\nD,,,,\n`;
  const getNumbers = async (text: string) => {
    const read = await readCandidates(text, client);
    return "problem" in read ? read.problem : [read.candidates.length, ...read.omittedRows.map(({ number }) => number)];
  };
  expect(await getNumbers(table)).toEqual([1, 1, 2, 3, 5]);
  const saved = { ...createCandidate({ id: crypto.randomUUID() }), game: "bf4" as const };
  const toText = (names: readonly string[]) =>
    JSON.stringify(
      toLockerFile(
        names.map((name) => ({ ...saved, name })),
        new Date(0).toISOString(),
      ),
    );
  expect(await getNumbers(toText(["M\ufffdtro", "Metro"]))).toEqual([1, 1]);
  expect(await getNumbers(toText(["M\ufffdtro"]))).toMatch(/^Loadout 1 has text that was lost/);
});

test("readCandidates uses the names in a table's rows, and requests the codebook once", async () => {
  let calls = 0;
  const query = async () => {
    calls += 1;
    return readArsenals("data").bf4.codebook;
  };
  const client = { arsenal: { codebook: { query } } } as unknown as Parameters<typeof readCandidates>[1];
  const table = `Name,Share code,Tags\nLight,${code},night | close\nLast,${code},\n`;
  expect(await readCandidates(table, client)).toMatchObject({
    candidates: [
      { name: "Light", tags: ["night", "close"], loadout: { vehicleClassId: "vehiclembt" } },
      { name: "Last", tags: [] },
    ],
  });
  expect(calls).toBe(1);
  expect(await readCandidates("Name,Share code\nLight,broken", client)).toEqual({
    problem: expect.stringMatching(/^Loadout 1: /),
  });
});
