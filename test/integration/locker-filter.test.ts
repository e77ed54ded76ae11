// The server's SQL and the browser's filter list the same loadouts in the same order.
import fc from "fast-check";
import { expect, test } from "vitest";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { byOrder, LOCKER_ORDERS, matchesFilter } from "#domain/loadout/locker-query.ts";
import { randomLoadout } from "#domain/loadout/random.ts";
import { createRandom } from "#domain/weapons/simulation/simulate.ts";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { aLoadout, guest, newLoadout } from "#test/harness/data/lockers.ts";
import { speaking } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const LOADOUTS = 60;
const NAMES = ["Close quarters", "Métro", "AK-12 rush", "Night", "night-owl", "42"];
const TAGS = [["fun"], ["Team play", "fun"], []];

test("a list is the same from the server and from the loadouts that the device stores", async () => {
  await using world = await makeWorld();
  const { trpc } = await guest(world);
  const { arsenals } = world.context;
  const random = createRandom(16);
  const folderId = crypto.randomUUID();
  await trpc.folder.save.mutate({ id: folderId, name: "Folder" });
  const ids: string[] = [];
  for (let number = 0; number < LOADOUTS; number += 1) {
    const game = number % 2 ? "bf4" : "bf2042";
    const kitId = KIT_IDS[number % KIT_IDS.length] ?? "assault";
    const loadout = randomLoadout(arsenals[game], { kitId }, random);
    const [name, tags] = [NAMES[number % NAMES.length] ?? "", TAGS[number % TAGS.length] ?? []];
    const save = {
      id: crypto.randomUUID(),
      name,
      tags,
      note: number % 5 ? "" : "for windy maps",
      loadout,
      seenVersion: 0,
    };
    ids.push((await trpc.loadout.save.mutate({ ...save, folderId: number % 3 ? null : folderId })).id);
  }
  await trpc.loadout.arrange.mutate({ ids: ids.slice(0, 7), pinned: true });
  for (const id of ids.slice(5, 15)) await trpc.loadout.remove.mutate({ id });
  const lists = [await trpc.loadout.list.query({}), await trpc.loadout.list.query({ order: "deleted" })];
  const stored = lists.flatMap(({ items }) => items);
  expect(stored).toHaveLength(LOADOUTS);

  const filter = fc.record(
    {
      game: fc.constantFrom("bf4", "bf2042"),
      q: fc.constantFrom("", "night", "metro", "ak12", "close qu", "windy", "m1", "42 fun", "nothing"),
      tag: fc.constantFrom("fun", "Team play", "missing"),
      kit: fc.constantFrom(...KIT_IDS),
      folderId: fc.constantFrom(null, folderId),
      pinned: fc.boolean(),
      order: fc.constantFrom(...LOCKER_ORDERS),
    },
    { requiredKeys: [] },
  );
  const compare = async (asked: typeof filter extends fc.Arbitrary<infer Filter> ? Filter : never) => {
    const { items } = await trpc.loadout.list.query(asked);
    const carried = (saved: (typeof stored)[number]) =>
      describeLoadout(saved.loadout, arsenals[saved.loadout.game]).map(({ value }) => value);
    const expected = stored.filter((saved) => matchesFilter(asked, saved, carried(saved)));
    expect(items.map(({ id }) => id)).toEqual(expected.toSorted(byOrder(asked.order ?? "changed")).map(({ id }) => id));
    return items.length;
  };
  expect(await compare({ q: "metro" })).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(filter, async (asked) => void (await compare(asked))),
    { numRuns: 200, seed: 16 },
  );
});

test("a kit is found by its title in the language of the screens and in English, whatever language it was saved in", async () => {
  await using world = await makeWorld();
  const visitor = await guest(world);
  const [english, german] = [visitor.trpc, speaking(visitor, world.origin, "de")];
  await english.loadout.save.mutate(newLoadout(aLoadout(world, "bf4", "assault"), "Saved in English"));
  await german.loadout.save.mutate(newLoadout(aLoadout(world, "bf4", "assault"), "Saved in German"));
  await german.loadout.save.mutate(newLoadout(aLoadout(world, "bf4", "recon"), "Another"));
  const find = async (trpc: typeof english, q: string) =>
    (await trpc.loadout.list.query({ q, order: "own" })).items.map(({ name }) => name).toSorted();
  const both = ["Saved in English", "Saved in German"];
  expect(await find(german, "sturm saved")).toEqual(both);
  expect(await find(german, "assault")).toEqual(both);
  expect(await find(english, "assault")).toEqual(both);
  expect(await find(german, "Aufklärer")).toEqual(["Another"]);
  expect(await find(english, "sturm")).toEqual([]);
});
