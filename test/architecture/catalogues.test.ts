// Every record of data/ has a place a person can reach: each is asked for through the call of its page, and its name
// looked for in the answer. The files are walked as they stand, so that a record lost by parsing is missed here.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import { CATALOGUES, type CatalogueId } from "#domain/game-data/catalogue-id.ts";
import { ARSENAL_FILES } from "#domain/game-data/files.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const record = z.looseObject({});
type Row = z.infer<typeof record>;
/** Where a record is to be found, and the words that are to stand there. */
type Ask = { page: CatalogueId | "weapons"; id: string; texts: readonly string[] };
type Asks = (record: Row) => readonly Ask[];

const text = (from: Row, ...fields: string[]): string => {
  const value = fields
    .map((field) => from[field])
    .find((value) => typeof value === "string" || typeof value === "number");
  return value === undefined ? "" : String(value);
};
const listIn = (from: Row, field: string): readonly Row[] => z.array(record).parse(from[field]);

const UNNAMED = "No in-game name";
const getName = (from: Row): string => (from["name"] === null ? UNNAMED : text(from, "name", "title").trim());

/** A record with an id and a name of its own, on this page. */
const on =
  (page: Ask["page"], idField = "id"): Asks =>
  (from) => [{ page, id: text(from, idField), texts: [getName(from)] }];
/** A record whose name is derived from its id. */
const called =
  (page: Ask["page"], names: Readonly<Record<string, string>>, prefix = ""): Asks =>
  (from) => [{ page, id: prefix + text(from, "id"), texts: [names[text(from, "id")] ?? text(from, "id")] }];
const KITS = { assault: "Assault", engineer: "Engineer", support: "Support", recon: "Recon" };

const gadgetPage = ({ kind }: Row): CatalogueId => {
  if (kind === "grenade" || kind === "throwable") return "throwables";
  return kind === "melee" ? "melee" : kind === "field-upgrade" ? "field-upgrades" : "gadgets";
};
const gadget: Asks = (from) => on(gadgetPage(from))(from);

const bf4Option = (from: Row): Ask => ({
  page: "attachments",
  id: text(from, "typeId"),
  texts: [text(from, "id"), getName(from)],
});
const bf4Options: Asks = (weapon) => listIn(weapon, "slots").flatMap((slot) => listIn(slot, "options").map(bf4Option));

const getSlug = (...words: string[]): string =>
  words
    .join(" ")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
const bf2042Options: Asks = (owner) =>
  listIn(owner, "options").map((option) => {
    const named =
      option["name"] === null ? `${text(owner, "weaponId", "asset")} ${text(option, "id")}` : getName(option);
    const sentence = [text(option, "id"), getName(option), ...(option["name"] === null ? [text(option, "asset")] : [])];
    return { page: "attachments", id: getSlug(text(option, "slot") || "no-slot", named), texts: sentence };
  });

/** The record itself, and what it holds in a list, each said on its page. */
const holding =
  (page: CatalogueId, itemsOf: (from: Row) => readonly Row[], idField: string): Asks =>
  (from) => [
    { page, id: text(from, "id"), texts: from["name"] === undefined ? [] : [getName(from)] },
    ...itemsOf(from).map((item) => ({ page, id: text(from, "id"), texts: [text(item, idField), getName(item)] })),
  ];

const readJson = (path: string): unknown => JSON.parse(readFileSync(`data/${path}.json`, "utf8"));

/** Names of what the rules of Battlefield 4 may speak of. */
const itemNames = new Map<string, string>();
for (const file of ["gadgets", "weapons"]) {
  for (const item of z.array(record).parse(readJson(`bf4/${file}`))) itemNames.set(text(item, "id"), getName(item));
}
for (const weapon of listIn(record.parse(readJson("bf4/attachments")), "weapons")) {
  const options = listIn(weapon, "slots").flatMap((slot) => listIn(slot, "options"));
  for (const option of options) itemNames.set(text(option, "id"), getName(option));
}
const itemName = (from: Row): string => itemNames.get(text(from, "itemId")) ?? "an item that no file names";

/** Every list of every file, and how its records are asked for. A file that is one list has an empty name. */
const LISTS: Readonly<Record<GameId, Readonly<Record<string, Asks>>>> = {
  bf4: {
    "weapons ": on("weapons"),
    "attachments types": on("attachments"),
    "attachments weapons": bf4Options,
    "kits ": called("kits", KITS),
    "gadgets ": gadget,
    "unlocks ranks": on("ranks", "rank"),
    "unlocks ladders": holding("unlock-ladders", (from) => listIn(from, "steps"), "itemId"),
    "unlocks awards": (from) => [
      {
        page: "awards",
        id: `${text(from, "realm")}-${text(from, "code")}`,
        texts: [getName(from), text(from, "code")],
      },
      ...listIn(from, "rewards").map((reward) => ({
        page: "awards" as const,
        id: `${text(from, "realm")}-${text(from, "code")}`,
        texts: [getName(reward)],
      })),
    ],
    "vehicles vehicles": on("vehicles"),
    "vehicles loadouts": holding(
      "vehicle-loadouts",
      (from) => listIn(from, "slots").flatMap((slot) => listIn(slot, "options")),
      "id",
    ),
    "maps maps": on("maps"),
    "maps modes": on("maps"),
    "rules multiplierGroups": called("combat-rules", { standard: "Weapons", dmr: "DMR" }),
    "rules handlingFactors": called("combat-rules", {}),
    "rules compatibility": (from) => [{ page: "compatibility", id: text(from, "itemId"), texts: [itemName(from)] }],
  },
  bf2042: {
    "weapons weapons": on("weapons"),
    "weapons apiNames": on("statistics-names", "apiId"),
    "attachments weapons": bf2042Options,
    "attachments others": bf2042Options,
    "kits ": called("kits", KITS),
    "gadgets gadgets": gadget,
    "gadgets melee": on("melee", "asset"),
    "gadgets apiNames": on("statistics-names", "apiId"),
    "specialists ": on("specialists"),
    "vehicles vehicles": on("vehicles"),
    "vehicles armament": on("vehicle-armament", "asset"),
    "vehicles apiNames": on("statistics-names", "apiId"),
    "maps maps": on("maps"),
    "maps modes": on("maps"),
    "maps statModes": on("statistics-names"),
    "maps statMaps": on("statistics-names"),
    "rules multiplierGroups": called("combat-rules", { all: "All weapons" }),
    "rules handlingFactors": called("combat-rules", {}),
  },
};

/** The lists of a game's files with their records; what is no list of records is a figure of the file itself. */
function getLists(game: GameId): readonly (readonly [name: string, records: readonly Row[]])[] {
  return ARSENAL_FILES[game].flatMap((file) => {
    const content = readJson(`${game}/${file}`);
    const lists = Array.isArray(content) ? [["", content]] : Object.entries(record.parse(content));
    return lists.flatMap(([name, list]) => {
      const records = z.array(record).safeParse(list);
      return records.success ? [[`${file} ${name}`, records.data] as const] : [];
    });
  });
}

/** The values of a file beside its lists. */
const FIGURES = ["rules health", "rules compatibilitySourceId"];

const BATCH = 10;

/** The answer to each ask, as the text it travels as; the same page of the same record is asked for once. */
async function answersTo(world: World, game: GameId, asks: readonly Ask[]): Promise<ReadonlyMap<string, string>> {
  const pages = [...new Map(asks.map((ask) => [`${ask.page} ${ask.id}`, ask])).values()];
  const batches = Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, batch) =>
    pages.slice(batch * BATCH, (batch + 1) * BATCH),
  );
  const answers = await Promise.all(batches.map((batch) => getAnswers(world.visitor(), game, batch)));
  return new Map(answers.flat());
}

/** Each batch is a visitor of its own: one alone would ask for too much at once. */
async function getAnswers(visitor: Visitor, game: GameId, batch: readonly Ask[]) {
  const calls = batch.map(({ page }) => (page === "weapons" ? "arsenal.weapon" : "catalogue.entry"));
  const inputs = batch.map(({ page, id }) => (page === "weapons" ? { game, id } : { game, catalogue: page, id }));
  const input = encodeURIComponent(JSON.stringify({ ...inputs }));
  const answer = await visitor.fetch(`/api/trpc/${calls.join(",")}?batch=1&input=${input}`);
  const parts = z.array(record).parse(await answer.json());
  return batch.map(({ page, id }, place) => [`${page} ${id}`, JSON.stringify(parts[place])] as const);
}

describe("the catalogues", () => {
  test.for(GAMES)("of %s know every list of the files", (game) => {
    // The codebook numbers ids of the other files, and records.json has figures of weapons.
    const withRecords = ARSENAL_FILES[game].filter((file) => file !== "codebook" && file !== "records");
    const files = withRecords.map((file) => [file, readJson(`${game}/${file}`)] as const);
    const names = files.flatMap(([file, content]) =>
      Array.isArray(content) ? [`${file} `] : Object.keys(record.parse(content)).map((name) => `${file} ${name}`),
    );
    const used = [...Object.keys(LISTS[game]), ...FIGURES];
    expect(names.filter((name) => !used.includes(name))).toEqual([]);
    expect(Object.keys(LISTS[game]).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.for(GAMES)("of %s say the name of every record where it is asked for", async (game) => {
    await using world = await makeWorld();
    const sources = z.array(record).parse(readJson("sources")).flatMap(on("sources"));
    const asks = [
      ...sources,
      ...getLists(game).flatMap(([name, records]) => records.flatMap((row) => LISTS[game][name]?.(row) ?? [])),
    ];
    expect(asks.length).toBeGreaterThan(3000);
    const answers = await answersTo(world, game, asks);
    const silent = asks.filter(({ page, id, texts }) => {
      const answer = answers.get(`${page} ${id}`) ?? "";
      return (
        answer.includes('"error"') ||
        !texts.every((word) => word !== "" && answer.includes(JSON.stringify(word).slice(1, -1)))
      );
    });
    expect(silent).toEqual([]);
  });

  test.for(GAMES)("of %s list, page by page, every entry they open, under the chip that counts it", async (game) => {
    await using world = await makeWorld();
    const { trpc } = world.visitor();
    for (const catalogue of CATALOGUES[game]) {
      const seen = new Map<string, string>();
      let cursor: number | null = 0;
      let chips: readonly { name: string; count: number }[] = [];
      while (cursor !== null) {
        const page = await trpc.catalogue.list.query({ game, catalogue, cursor, direction: "forward" });
        for (const { id, group } of page.items) seen.set(id, group);
        expect(seen.size).toBeLessThanOrEqual(page.total);
        if (page.nextCursor === null) expect(seen.size).toBe(page.total);
        cursor = page.nextCursor;
        chips = page.groups;
      }
      expect(seen.size).toBeGreaterThan(0);
      for (const { name, count } of chips) {
        expect([...seen.values()].filter((group) => group === name)).toHaveLength(count);
      }
    }
  });
});
