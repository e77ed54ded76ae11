// @postgres
// Progress: the closest targets, checklists, manual ticks, and the plan.
import { describe, expect, test } from "vitest";
import { createGuest, getAppError } from "#test/harness/data/lockers.ts";
import {
  buildStatistics,
  createGuestWithSoldier,
  newSoldier,
  saveCounters,
  sendImport,
} from "#test/harness/data/soldiers.ts";
import { makeWorld } from "#test/harness/world.ts";

const HOUR_MS = 3_600_000;
const BARREL = "part:ace-23/ace-23-hd-33-1x";
const REFLEX_SIGHT = "part:ace-23/ace-23-reflex-rds";

const getTimeAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

describe("the list of closest targets", () => {
  test("starts with the closest target, with the estimated time and the source of its count", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 109 }, { takenAt: getTimeAgo(48), hours: 10 });
    const takenAt = getTimeAgo(1);
    const hoursWith = { "ace-23": 12.9 };
    await saveCounters(
      visitor,
      soldierId,
      { "kills:ace-23": 129, "kills:aek-971": 50 },
      { takenAt, hours: 20, hoursWith },
    );
    const { items, total, units, states } = await visitor.trpc.progress.next.query({ soldierId, limit: 3 });
    expect(items[0]).toMatchObject({
      id: BARREL,
      name: "HD-33 (1x)",
      weapon: { id: "ace-23", name: "ACE 23" },
      sentence: "130 kills with the ACE 23",
      remainder: {
        state: "left",
        left: 1,
        done: 129,
        needed: 130,
        unit: "kills",
        source: { by: "typed", at: takenAt },
      },
      estimate: { hours: expect.closeTo(0.1), basis: "item" },
      ticked: null,
      planned: false,
    });
    expect(items).toHaveLength(3);
    expect(units).toEqual([{ name: "kills", count: total }]);
    expect(Object.fromEntries(states.map(({ name, count }) => [name, count]))).toMatchObject({ left: total });
  });

  test("is paged, and filtered by kind, class, unit and words", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 0, "kills:g36c": 12, "score:assault": 0 });
    const next = (input: object) => visitor.trpc.progress.next.query({ soldierId, ...input });
    const all = await next({});
    const first = await next({ limit: 5 });
    const second = await next({ limit: 5, cursor: first.nextCursor });
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 10));
    expect(await next({ limit: 5, cursor: second.previousCursor, direction: "backward" })).toMatchObject({
      items: first.items,
      previousCursor: null,
    });
    for (const [input, facetName] of [
      [{ kinds: ["battlepack"] }, "kinds"],
      [{ group: "Carbines" }, "groups"],
      [{ unit: "score" }, "units"],
      [{ start: "started" }, "starts"],
      [{ start: "untouched" }, "starts"],
    ] as const) {
      const filtered = await next(input);
      const requested: string = Object.values(input).flat()[0] ?? "";
      const facet: readonly { name: string; count: number }[] = all[facetName];
      expect(filtered.total).toBe(facet.find(({ name }) => name === requested)?.count);
      expect(filtered[facetName]).toEqual(facet);
    }
    const started = await next({ start: "started" });
    expect(started.items.length).toBeGreaterThan(0);
    expect(new Set(started.items.map(({ weapon }) => weapon?.id))).toEqual(new Set(["g36c"]));
    expect((await next({ q: "g36 battle", weaponId: "g36c" })).kinds.map(({ name }) => name)).toEqual(["battlepack"]);
    expect([(await next({ q: "´" })).total, (await next({ q: "\u200D" })).total]).toEqual([0, 0]);
  });

  test("of weapons has each weapon's figures and what is left to unlock it, for the caller's own soldiers only", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 129, "score:assault": 1000 });
    const weapons = await visitor.trpc.progress.weapons.query({ soldierId });
    const byId = new Map(weapons.map((weapon) => [weapon.id, weapon]));
    expect(byId.get("ace-23")).toMatchObject({ kills: 129, accuracy: null });
    // A weapon that is available from the start counts as unlocked. For a counted weapon, the rest is known.
    expect(byId.get("ak-12")).toMatchObject({ kills: null, unlocked: true, left: null });
    const locked = weapons.filter(({ unlocked }) => unlocked === false);
    expect(locked.length).toBeGreaterThan(0);
    expect(locked.every(({ left }) => left?.endsWith(" left"))).toBe(true);
    const stranger = await createGuest(world);
    expect(await getAppError(stranger.trpc.progress.weapons.query({ soldierId }))).toMatchObject({
      code: "soldier_missing",
    });
  });

  test("of weapons has no unlock state in Battlefield 2042, because no source reports it", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { id: soldierId } = await visitor.trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf2042" });
    const weapons = await visitor.trpc.progress.weapons.query({ soldierId });
    expect(weapons.length).toBeGreaterThan(5);
    expect(weapons.every(({ kills, unlocked }) => kills !== null && unlocked === null)).toBe(true);
  });

  test("of gained targets has those reached between two snapshots", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 129 }, { takenAt: getTimeAgo(48), hours: 10 });
    await saveCounters(visitor, soldierId, { "kills:ace-23": 131 }, { takenAt: getTimeAgo(1), hours: 12 });
    const { items } = await visitor.trpc.soldier.snapshots.query({ soldierId });
    const [to = "", from = ""] = items.map(({ id }) => id);
    const gained = { items: [{ id: BARREL, kind: "part", name: "HD-33 (1x)", weapon: { name: "ACE 23" } }], total: 1 };
    expect(await visitor.trpc.progress.gained.query({ soldierId, from, to })).toMatchObject(gained);
    expect(await visitor.trpc.progress.gained.query({ soldierId, from: to, to })).toEqual({ items: [], total: 0 });
    const stranger = await createGuest(world);
    expect(await getAppError(stranger.trpc.progress.gained.query({ soldierId, from, to }))).toMatchObject({
      code: "soldier_missing",
    });
  });

  test("without a soldier contains only ticked targets", async () => {
    await using world = await makeWorld();
    const { trpc } = await createGuest(world);
    expect(await trpc.progress.next.query({ soldierId: null })).toMatchObject({ items: [], total: 0 });
    await trpc.progress.tick.mutate({ targetId: BARREL, count: 120 });
    expect(await trpc.progress.next.query({ soldierId: null })).toMatchObject({
      items: [{ id: BARREL, remainder: { left: 10, source: { by: "tick" } }, ticked: 120 }],
    });
  });

  test("uses an imported file, and the counts of targets in that file", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const part = buildStatistics(0, {
      counters: { "kills:ace-23": 20 },
      targets: { [BARREL]: [100, 125], [REFLEX_SIGHT]: [1, 1] },
    });
    await sendImport(visitor, soldierId, [part]);
    await world.context.jobs.drained();
    const { items } = await visitor.trpc.progress.checklist.query({ soldierId, kind: "part", weaponId: "ace-23" });
    expect(items.find(({ id }) => id === BARREL)?.remainder).toMatchObject({
      left: 25,
      needed: 125,
      source: { by: "battlelog" },
    });
    expect(items.find(({ id }) => id === REFLEX_SIGHT)?.remainder).toMatchObject({ state: "reached" });
  });

  test("is refused for a soldier of another user or of the other game, and for a removed one", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 129 });
    const other = await createGuest(world);
    for (const procedure of ["next", "plan", "conflicts"] as const) {
      expect(await getAppError(other.trpc.progress[procedure].query({ soldierId }))).toMatchObject({
        code: "soldier_missing",
        status: 404,
      });
    }
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin", "bf2042"));
    expect(await getAppError(visitor.trpc.progress.next.query({ soldierId: id }))).toMatchObject({
      code: "soldier_missing",
    });
    await visitor.trpc.soldier.remove.mutate({ id: soldierId });
    expect(await getAppError(visitor.trpc.progress.next.query({ soldierId }))).toMatchObject({
      code: "soldier_missing",
    });
    expect(await getAppError(world.visitor().trpc.progress.next.query({ soldierId: null }))).toMatchObject({
      code: "signed_out",
    });
  });
});

describe("a checklist", () => {
  test("contains every target of its kind with its state", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { rankPoints: 11_000, "award:r01": 12 });
    const ranks = await visitor.trpc.progress.checklist.query({ soldierId, kind: "rank" });
    expect(ranks).toMatchObject({
      total: 140,
      states: [
        { name: "reached", count: 2 },
        { name: "left", count: 138 },
      ],
    });
    expect(ranks.sources.map(({ id }) => id)).toEqual(["battlelog-2015"]);
    const earned = await visitor.trpc.progress.checklist.query({ soldierId, kind: "ribbon", state: "reached" });
    expect(earned).toMatchObject({ total: 1, items: [{ id: "award:r01", times: 12 }] });
  });
});

describe("a tick", () => {
  test("can be set, repeated, changed and removed", async () => {
    await using world = await makeWorld();
    const { trpc } = await createGuest(world);
    for (const _ of [1, 2])
      expect(await trpc.progress.tick.mutate({ targetId: REFLEX_SIGHT })).toEqual({ targetId: REFLEX_SIGHT, count: 1 });
    expect(await trpc.progress.tick.mutate({ targetId: BARREL })).toMatchObject({ count: 130 });
    await trpc.progress.tick.mutate({ targetId: BARREL, count: 30 });
    const listParts = () => trpc.progress.checklist.query({ soldierId: null, kind: "part", weaponId: "ace-23" });
    const ticked = (await listParts()).items.filter((item) => item.ticked !== null);
    expect(ticked.map(({ id, ticked }) => [id, ticked])).toEqual([
      [REFLEX_SIGHT, 1],
      [BARREL, 30],
    ]);
    for (const _ of [1, 2]) await trpc.progress.untick.mutate({ targetId: BARREL });
    expect((await listParts()).states).toContainEqual({ name: "reached", count: 1 });
  });

  test("of an unknown target or with an invalid count is refused", async () => {
    await using world = await makeWorld();
    const { trpc } = await createGuest(world);
    expect(await getAppError(trpc.progress.tick.mutate({ targetId: "item:ak-12" }))).toMatchObject({
      code: "target_unknown",
    });
    expect(await getAppError(trpc.progress.tick.mutate({ targetId: BARREL, count: 0 }))).toMatchObject({
      code: "input_invalid",
    });
  });

  test("that a later snapshot contradicts is a conflict until the user decides", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const { progress } = visitor.trpc;
    const other = "part:ak-12/ak-12-pso-1-4x";
    await saveCounters(visitor, soldierId, { "kills:ace-23": 119, "kills:ak-12": 0 }, { takenAt: getTimeAgo(2) });
    for (const targetId of [BARREL, other]) await progress.tick.mutate({ targetId });
    expect(await progress.conflicts.query({ soldierId })).toEqual([]);
    world.turnClock(HOUR_MS);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 120, "kills:ak-12": 1 });
    const conflicts = await progress.conflicts.query({ soldierId });
    expect(conflicts.toSorted((a, b) => b.reported - a.reported)).toMatchObject([
      { targetId: BARREL, ticked: 130, reported: 120, reportedBy: "typed", target: { name: "HD-33 (1x)" } },
      { targetId: other, ticked: 20, reported: 1 },
    ]);
    await progress.settle.mutate({ targetId: BARREL, keep: "tick" });
    await progress.settle.mutate({ targetId: other, keep: "source" });
    expect(await progress.conflicts.query({ soldierId })).toEqual([]);
    world.turnClock(HOUR_MS);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 121, "kills:ak-12": 2 });
    expect(await progress.conflicts.query({ soldierId })).toEqual([]);
    await progress.tick.mutate({ targetId: BARREL, count: 125 });
    world.turnClock(HOUR_MS);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 122 });
    expect(await progress.conflicts.query({ soldierId })).toMatchObject([{ ticked: 125, reported: 122 }]);
  });
});

describe("a plan", () => {
  const PACK = "battlepack:ace-23/210";
  const MEDIC = "item:medic-bag";

  test("keeps its order, and counts targets with the same counter once", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const { progress } = visitor.trpc;
    await saveCounters(visitor, soldierId, { "kills:ace-23": 129, "score:assault": 100_000 });
    for (const _ of [1, 2]) await progress.planAdd.mutate({ targetIds: [BARREL, PACK, MEDIC] });
    const plan = async () => {
      const { items, total } = await progress.plan.query({ soldierId });
      return { ids: items.map(({ id }) => id), total };
    };
    expect(await plan()).toMatchObject({
      ids: [BARREL, PACK, MEDIC],
      total: {
        units: [
          { unit: "kills", left: 81 },
          { unit: "score", left: 1000 },
        ],
        reached: 0,
        uncounted: 0,
      },
    });
    await progress.planMove.mutate({ targetId: MEDIC, afterId: null });
    await progress.planMove.mutate({ targetId: BARREL, afterId: PACK });
    expect((await plan()).ids).toEqual([MEDIC, PACK, BARREL]);
    for (const _ of [1, 2]) await progress.planRemove.mutate({ targetIds: [PACK] });
    expect((await plan()).ids).toEqual([MEDIC, BARREL]);
    expect(await getAppError(progress.planMove.mutate({ targetId: MEDIC, afterId: PACK }))).toMatchObject({
      code: "target_unknown",
    });
    expect(await getAppError(progress.planAdd.mutate({ targetIds: ["rank:0"] }))).toMatchObject({
      code: "target_unknown",
    });
    const { trpc } = await createGuest(world);
    expect((await trpc.progress.plan.query({ soldierId: null })).items).toEqual([]);
  });

  test("is limited to five hundred targets", async () => {
    await using world = await makeWorld();
    const { trpc } = await createGuest(world);
    const { items } = await trpc.progress.checklist.query({ soldierId: null, kind: "battlepack", limit: 200 });
    const more = await trpc.progress.checklist.query({ soldierId: null, kind: "part", limit: 200 });
    const last = await trpc.progress.checklist.query({ soldierId: null, kind: "dogtag", limit: 200 });
    const ids = [...items, ...more.items, ...last.items].map(({ id }) => id);
    for (let first = 0; first < 500; first += 50) {
      await trpc.progress.planAdd.mutate({ targetIds: ids.slice(first, first + 50) });
    }
    await trpc.progress.planAdd.mutate({ targetIds: ids.slice(0, 50) });
    expect(await getAppError(trpc.progress.planAdd.mutate({ targetIds: ids.slice(500, 501) }))).toMatchObject({
      code: "plan_full",
      status: 409,
    });
    expect((await trpc.progress.plan.query({ soldierId: null })).items.map(({ id }) => id)).toEqual(ids.slice(0, 500));
  });
});
