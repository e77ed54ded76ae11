// The filters and the order of a platoon's locker: squad, map, mode, and time of the last change.
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildLoadout, getAppError } from "#test/harness/data/lockers.ts";
import { makePlatoon, type Platoon, saveSquad } from "#test/harness/data/platoons.ts";
import { createTrpcInLanguage } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let platoon: Platoon;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const NO_PURPOSE = { teamId: null, mapId: null, modeId: null };
type Purpose = { [Name in keyof typeof NO_PURPOSE]: string | null };

const getProposal = (name: string, purpose: Partial<Purpose> = {}) => ({
  ...{ id: crypto.randomUUID(), note: "", stays: true, isPublished: true },
  ...{ content: { name, note: "", tags: [], loadout: buildLoadout(world) }, ...NO_PURPOSE, ...purpose },
});

test("loadouts are filtered by squad, map and mode, the last changed first", async () => {
  const { locker } = platoon.people.owner.visitor.trpc.platoon;
  const organizationId = platoon.id;
  const { id: teamId } = await saveSquad(platoon.people.owner.visitor, platoon, { name: "Alpha" });
  const { maps, modes } = await locker.places.query({ game: "bf4" });
  const [mapId = "", otherMapId = ""] = maps.map(({ id }) => id);
  const [modeId = ""] = modes.map(({ id }) => id);
  const proposals = [
    getProposal("Squad", { teamId }),
    getProposal("Map", { mapId }),
    getProposal("Mode", { modeId }),
    getProposal("Both", { mapId, modeId }),
    getProposal("Everywhere"),
  ];
  for (const proposal of proposals) await locker.propose.mutate({ organizationId, proposals: [proposal] });
  const setChanged = async (name: string, changedAt: string) =>
    world.context.db.updateTable("platoonLoadout").set({ changedAt }).where("name", "=", name).execute();
  for (const [day, { content }] of proposals.entries())
    await setChanged(content.name, new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
  const list = async (filter: object) =>
    (await locker.list.query({ organizationId, ...filter })).items.map(({ name }) => name);
  expect(await list({ teamId })).toEqual(["Squad"]);
  expect(await list({ mapId })).toEqual(["Both", "Map"]);
  expect(await list({ modeId })).toEqual(["Both", "Mode"]);
  expect(await list({ mapId, modeId })).toEqual(["Both"]);
  expect([await list({ mapId: otherMapId }), await list({ teamId: "none" })]).toEqual([[], []]);
  const [first] = proposals;
  const { content } = getProposal("Squad again");
  const seen = { organizationId, id: String(first?.id), seenVersion: 1, seenState: "published" as const };
  await locker.edit.mutate({ ...seen, content, note: "", purpose: NO_PURPOSE });
  expect(await list({ order: "changed" })).toEqual(["Squad again", "Everywhere", "Both", "Mode", "Map"]);
  expect(await list({ order: "name" })).toEqual(["Both", "Everywhere", "Map", "Mode", "Squad again"]);
});

test("loadouts of one proposal keep its order, above those of earlier proposals", async () => {
  const other = await makePlatoon(world);
  const organizationId = other.id;
  const proposals = Array.from({ length: 25 }, (_, number) => getProposal(`No. ${number}`));
  const { locker } = other.people.owner.visitor.trpc.platoon;
  for (const [from, to] of [
    [15, 25],
    [5, 15],
    [0, 5],
  ])
    await locker.propose.mutate({ organizationId, proposals: proposals.slice(from, to) });
  const first = await locker.list.query({ organizationId });
  const rest = await locker.list.query({ organizationId, cursor: first.nextCursor });
  const names = [...first.items, ...rest.items].map(({ name }) => name);
  expect(names).toEqual(proposals.map(({ content }) => content.name));
});

test("a loadout for an unknown map, mode or squad is refused", async () => {
  const { locker } = platoon.people.owner.visitor.trpc.platoon;
  const organizationId = platoon.id;
  const present = getProposal("Present");
  await locker.propose.mutate({ organizationId, proposals: [present] });
  const { maps } = await locker.places.query({ game: "bf2042" });
  const otherGameMapId = maps.find(({ id }) => !world.context.arsenals.bf4.maps.has(id))?.id ?? "";
  const refusals: [Partial<Purpose>, string][] = [
    [{ mapId: "no-such-map" }, "input_invalid"],
    [{ mapId: otherGameMapId }, "input_invalid"],
    [{ modeId: "no-such-mode" }, "input_invalid"],
    [{ teamId: "no-such-squad" }, "squad_missing"],
  ];
  for (const [purpose, code] of refusals) {
    const proposals = [getProposal("Lost", purpose)];
    expect(await getAppError(locker.propose.mutate({ organizationId, proposals }))).toMatchObject({ code });
    const seen = { organizationId, id: present.id, seenVersion: 1, seenState: "published" as const };
    const change = { ...seen, content: present.content, note: "", purpose: { ...NO_PURPOSE, ...purpose } };
    expect(await getAppError(locker.edit.mutate(change))).toMatchObject({ code });
  }
});

test("a member finds the loadouts of a kit by its title in their language and in English", async () => {
  const { visitor } = platoon.people.owner;
  const german = createTrpcInLanguage(visitor, world.origin, "de");
  const proposal = getProposal("Sunday");
  await german.platoon.locker.propose.mutate({ organizationId: platoon.id, proposals: [proposal] });
  const find = async ({ platoon: { locker } }: typeof german, q: string) =>
    (await locker.list.query({ organizationId: platoon.id, q })).items.some(({ id }) => id === proposal.id);
  expect([await find(german, "sunday sturm"), await find(german, "sunday assault")]).toEqual([true, true]);
  expect([await find(visitor.trpc, "assault"), await find(visitor.trpc, "sturm")]).toEqual([true, false]);
});
