import { beforeEach, expect, test, vi } from "vitest";
import { createStarterLoadout, createVehicleStarter } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { storeDraft } from "#web/data/offline/typed/drafts.ts";
import { DRAFT_VERSION, type Editing, findOtherDraft, getDraftKey } from "#web/features/loadout/editor/editing.ts";

const ID = "3f0e1a52-7c1b-4f0a-9d7e-2b6a1c9d8e70";
const soldier: Editing = {
  ...{ id: ID, name: "Mine", note: "", tags: [], seenVersion: 1, folderId: null },
  loadout: createStarterLoadout(ARSENALS.bf4, "assault"),
};

beforeEach(() => {
  const stored: Record<string, unknown> = Object.create({
    getItem: (key: string) => Reflect.get(stored, key) ?? null,
    setItem: (key: string, text: string) => void Reflect.set(stored, key, text),
  });
  vi.stubGlobal("localStorage", stored);
  return () => vi.unstubAllGlobals();
});

const storeEditing = (search: Parameters<typeof getDraftKey>[1], editing: Editing) =>
  storeDraft(getDraftKey("bf4", search), DRAFT_VERSION, editing);

test("findOtherDraft returns the draft of the saved loadout, otherwise that of a new loadout", () => {
  storeEditing({ edit: "new", kit: "recon", weapon: "m98b" }, { ...soldier, name: "New" });
  expect(findOtherDraft("bf4", ID)).toMatchObject({
    editing: { name: "New" },
    search: { edit: "new", kit: "recon", weapon: "m98b" },
  });
  storeEditing({ edit: ID }, soldier);
  expect(findOtherDraft("bf4", ID)).toMatchObject({ editing: { name: "Mine" }, search: { edit: ID } });
  expect(findOtherDraft("bf2042", ID)).toBeNull();
});

test.for([
  ["a weapon", { edit: "new", weapon: "ak-12" }, soldier],
  ["a vehicle", { edit: "new", vehicle: "vehiclembt" }, { ...soldier, loadout: createVehicleStarter("vehiclembt") }],
  ["nothing", { edit: "new" }, soldier],
] as const)("a draft that was created with %s has it in its search parameters", ([, search, editing]) => {
  storeEditing(search, editing);
  expect(findOtherDraft("bf4", null)).toEqual({ editing, search });
});
