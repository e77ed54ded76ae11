// @postgres
// What is left to unlock and earn, what is ticked by hand, and what is planned.
import { describe, expect, test } from "vitest";
import { getAppError, guest } from "#test/harness/data/lockers.ts";
import { counted, getSoldier, newSoldier, sendImport, someStatistics } from "#test/harness/data/soldiers.ts";
import { makeWorld } from "#test/harness/world.ts";

const HOUR_MS = 3_600_000;
const BARREL = "part:ace-23/ace-23-hd-33-1x";
const PACKED = "part:ace-23/ace-23-reflex-rds";

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

describe("closest next", () => {
  test("puts what is one kill away first, with hours at the own pace and what is known since when", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    await counted(visitor, soldierId, { "kills:ace-23": 109 }, { takenAt: hoursAgo(48), hours: 10 });
    const takenAt = hoursAgo(1);
    await counted(visitor, soldierId, { "kills:ace-23": 129, "kills:aek-971": 50 }, { takenAt, hours: 12 });
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
      hours: { least: 0.1, most: 0.1 },
      ticked: null,
      planned: false,
    });
    expect(items).toHaveLength(3);
    expect(units).toEqual([{ name: "kills", count: total }]);
    expect(Object.fromEntries(states.map(({ name, count }) => [name, count]))).toMatchObject({ left: total });
  });

  test("comes page by page, and is narrowed by kind, class, unit and words", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    await counted(visitor, soldierId, { "kills:ace-23": 0, "kills:g36c": 12, "score:assault": 0 });
    const next = (input: object) => visitor.trpc.progress.next.query({ soldierId, ...input });
    const all = await next({});
    const first = await next({ limit: 5 });
    const second = await next({ limit: 5, cursor: first.nextCursor });
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 10));
    expect(await next({ limit: 5, cursor: second.previousCursor, direction: "backward" })).toMatchObject({
      items: first.items,
      previousCursor: null,
    });
    for (const [input, of] of [
      [{ kinds: ["battlepack"] }, "kinds"],
      [{ group: "Carbines" }, "groups"],
      [{ unit: "score" }, "units"],
      [{ start: "started" }, "starts"],
      [{ start: "untouched" }, "starts"],
    ] as const) {
      const narrowed = await next(input);
      const requested: string = Object.values(input).flat()[0] ?? "";
      const facet: readonly { name: string; count: number }[] = all[of];
      expect(narrowed.total).toBe(facet.find(({ name }) => name === requested)?.count);
      expect(narrowed[of]).toEqual(facet);
    }
    const started = await next({ start: "started" });
    expect(started.items.length).toBeGreaterThan(3);
    expect(new Set(started.items.map(({ weapon }) => weapon?.id))).toEqual(new Set(["g36c"]));
    expect((await next({ q: "g36 battle", weaponId: "g36c" })).kinds.map(({ name }) => name)).toEqual(["battlepack"]);
    expect([(await next({ q: "´" })).total, (await next({ q: "\u200D" })).total]).toEqual([0, 0]);
  });

  test("gives the figures of each weapon with what is left to unlock it, of one's own soldier alone", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    await counted(visitor, soldierId, { "kills:ace-23": 129, "score:assault": 1000 });
    const weapons = await visitor.trpc.progress.weapons.query({ soldierId });
    const byId = new Map(weapons.map((weapon) => [weapon.id, weapon]));
    expect(byId.get("ace-23")).toMatchObject({ kills: 129, accuracy: null });
    // What is there from the start is unlocked, of whatever is counted the rest is known.
    expect(byId.get("ak-12")).toMatchObject({ kills: null, unlocked: true, left: null });
    const locked = weapons.filter(({ unlocked }) => unlocked === false);
    expect(locked.length).toBeGreaterThan(0);
    expect(locked.every(({ left }) => left?.endsWith(" left"))).toBe(true);
    const stranger = await guest(world);
    expect(await getAppError(stranger.trpc.progress.weapons.query({ soldierId }))).toMatchObject({
      code: "soldier_missing",
    });
  });

  test("gives the figures of a Battlefield 2042 soldier, of which no source knows what is unlocked", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const { id: soldierId } = await visitor.trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf2042" });
    const weapons = await visitor.trpc.progress.weapons.query({ soldierId });
    expect(weapons.length).toBeGreaterThan(5);
    expect(weapons.every(({ kills, unlocked }) => kills !== null && unlocked === null)).toBe(true);
  });

  test("names what was reached between two snapshots", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    await counted(visitor, soldierId, { "kills:ace-23": 129 }, { takenAt: hoursAgo(48), hours: 10 });
    await counted(visitor, soldierId, { "kills:ace-23": 131 }, { takenAt: hoursAgo(1), hours: 12 });
    const { items } = await visitor.trpc.soldier.snapshots.query({ soldierId });
    const [to = "", from = ""] = items.map(({ id }) => id);
    const gained = { items: [{ id: BARREL, kind: "part", name: "HD-33 (1x)", weapon: { name: "ACE 23" } }], total: 1 };
    expect(await visitor.trpc.progress.gained.query({ soldierId, from, to })).toMatchObject(gained);
    expect(await visitor.trpc.progress.gained.query({ soldierId, from: to, to })).toEqual({ items: [], total: 0 });
    const stranger = await guest(world);
    expect(await getAppError(stranger.trpc.progress.gained.query({ soldierId, from, to }))).toMatchObject({
      code: "soldier_missing",
    });
  });

  test("of a person without a soldier knows what is ticked, and nothing else", async () => {
    await using world = await makeWorld();
    const { trpc } = await guest(world);
    expect(await trpc.progress.next.query({ soldierId: null })).toMatchObject({ items: [], total: 0 });
    await trpc.progress.tick.mutate({ targetId: BARREL, count: 120 });
    expect(await trpc.progress.next.query({ soldierId: null })).toMatchObject({
      items: [{ id: BARREL, remainder: { left: 10, source: { by: "tick" } }, ticked: 120 }],
    });
  });

  test("uses an imported file, and the counts of targets in that file", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    const part = someStatistics(0, {
      counters: { "kills:ace-23": 20 },
      targets: { [BARREL]: [100, 125], [PACKED]: [1, 1] },
    });
    await sendImport(visitor, soldierId, [part]);
    await world.context.jobs.drained();
    const { items } = await visitor.trpc.progress.checklist.query({ soldierId, kind: "part", weaponId: "ace-23" });
    expect(items.find(({ id }) => id === BARREL)?.remainder).toMatchObject({
      left: 25,
      needed: 125,
      source: { by: "battlelog" },
    });
    expect(items.find(({ id }) => id === PACKED)?.remainder).toMatchObject({ state: "reached" });
  });

  test("is refused for a soldier of another person, of the other game, or removed", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    await counted(visitor, soldierId, { "kills:ace-23": 129 });
    const other = await guest(world);
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
  test("holds every target of its kind with how it stands", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    await counted(visitor, soldierId, { rankPoints: 11_000, "award:r01": 12 });
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
  test("is set, repeated, changed and taken back", async () => {
    await using world = await makeWorld();
    const { trpc } = await guest(world);
    for (const _ of [1, 2])
      expect(await trpc.progress.tick.mutate({ targetId: PACKED })).toEqual({ targetId: PACKED, count: 1 });
    expect(await trpc.progress.tick.mutate({ targetId: BARREL })).toMatchObject({ count: 130 });
    await trpc.progress.tick.mutate({ targetId: BARREL, count: 30 });
    const parts = () => trpc.progress.checklist.query({ soldierId: null, kind: "part", weaponId: "ace-23" });
    const ticked = (await parts()).items.filter((item) => item.ticked !== null);
    expect(ticked.map(({ id, ticked }) => [id, ticked])).toEqual([
      [PACKED, 1],
      [BARREL, 30],
    ]);
    for (const _ of [1, 2]) await trpc.progress.untick.mutate({ targetId: BARREL });
    expect((await parts()).states).toContainEqual({ name: "reached", count: 1 });
  });

  test("of nothing that there is to reach is refused", async () => {
    await using world = await makeWorld();
    const { trpc } = await guest(world);
    expect(await getAppError(trpc.progress.tick.mutate({ targetId: "item:ak-12" }))).toMatchObject({
      code: "target_unknown",
    });
    expect(await getAppError(trpc.progress.tick.mutate({ targetId: BARREL, count: 0 }))).toMatchObject({
      code: "input_invalid",
    });
  });

  test("that a later snapshot contradicts is asked about until its player decides", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    const { progress } = visitor.trpc;
    const other = "part:ak-12/ak-12-pso-1-4x";
    await counted(visitor, soldierId, { "kills:ace-23": 119, "kills:ak-12": 0 }, { takenAt: hoursAgo(2) });
    for (const targetId of [BARREL, other]) await progress.tick.mutate({ targetId });
    expect(await progress.conflicts.query({ soldierId })).toEqual([]);
    world.turnClock(HOUR_MS);
    await counted(visitor, soldierId, { "kills:ace-23": 120, "kills:ak-12": 1 });
    const conflicts = await progress.conflicts.query({ soldierId });
    expect(conflicts.toSorted((a, b) => b.reported - a.reported)).toMatchObject([
      { targetId: BARREL, ticked: 130, reported: 120, reportedBy: "typed", target: { name: "HD-33 (1x)" } },
      { targetId: other, ticked: 20, reported: 1 },
    ]);
    await progress.settle.mutate({ targetId: BARREL, keep: "tick" });
    await progress.settle.mutate({ targetId: other, keep: "source" });
    expect(await progress.conflicts.query({ soldierId })).toEqual([]);
    world.turnClock(HOUR_MS);
    await counted(visitor, soldierId, { "kills:ace-23": 121, "kills:ak-12": 2 });
    expect(await progress.conflicts.query({ soldierId })).toEqual([]);
    await progress.tick.mutate({ targetId: BARREL, count: 125 });
    world.turnClock(HOUR_MS);
    await counted(visitor, soldierId, { "kills:ace-23": 122 });
    expect(await progress.conflicts.query({ soldierId })).toMatchObject([{ ticked: 125, reported: 122 }]);
  });
});

describe("a plan", () => {
  const PACK = "battlepack:ace-23/210";
  const MEDIC = "item:medic-bag";

  test("keeps its order, counts targets on one counter once, and forgets what is removed", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    const { progress } = visitor.trpc;
    await counted(visitor, soldierId, { "kills:ace-23": 129, "score:assault": 100_000 });
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
    const { trpc } = await guest(world);
    expect((await trpc.progress.plan.query({ soldierId: null })).items).toEqual([]);
  });

  test("holds five hundred targets", async () => {
    await using world = await makeWorld();
    const { trpc } = await guest(world);
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
