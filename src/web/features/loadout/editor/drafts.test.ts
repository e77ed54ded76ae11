import { beforeEach, expect, test, vi } from "vitest";
import { starterLoadout, vehicleStarter } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { keepDraft } from "#web/client/draft.ts";
import { draftBeside } from "./drafts.ts";
import { DRAFT_VERSION, draftKeyOf, type Editing } from "./editing.ts";

const ID = "3f0e1a52-7c1b-4f0a-9d7e-2b6a1c9d8e70";
const soldier: Editing = {
  ...{ id: ID, name: "Mine", note: "", tags: [], seenVersion: 1, folderId: null },
  loadout: starterLoadout(ARSENALS.bf4, "assault"),
};

beforeEach(() => {
  const kept: Record<string, unknown> = Object.create({
    getItem: (key: string) => Reflect.get(kept, key) ?? null,
    setItem: (key: string, text: string) => void Reflect.set(kept, key, text),
  });
  vi.stubGlobal("localStorage", kept);
  return () => vi.unstubAllGlobals();
});

const keep = (search: Parameters<typeof draftKeyOf>[1], editing: Editing) =>
  keepDraft(draftKeyOf("bf4", search), DRAFT_VERSION, editing);

test("beside a saved loadout stands its own draft, and that of a new one where it has none", () => {
  keep({ edit: "new", kit: "recon", weapon: "m98b" }, { ...soldier, name: "New" });
  expect(draftBeside("bf4", ID)).toMatchObject({
    editing: { name: "New" },
    search: { edit: "new", kit: "recon", weapon: "m98b" },
  });
  keep({ edit: ID }, soldier);
  expect(draftBeside("bf4", ID)).toMatchObject({ editing: { name: "Mine" }, search: { edit: ID } });
  expect(draftBeside("bf2042", ID)).toBeNull();
});

test.for([
  ["a weapon", { edit: "new", weapon: "ak-12" }, soldier],
  ["a vehicle", { edit: "new", vehicle: "vehiclembt" }, { ...soldier, loadout: vehicleStarter("vehiclembt") }],
  ["nothing", { edit: "new" }, soldier],
] as const)("a draft that began with %s opens with it again", ([, search, editing]) => {
  keep(search, editing);
  expect(draftBeside("bf4", null)).toEqual({ editing, search });
});
