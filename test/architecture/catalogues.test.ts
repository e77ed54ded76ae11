// Every record of data/ is shown on a page: the test requests the page of each record and looks for the record's name in the
// response. It reads the raw files, so that it also detects records that are lost by parsing.
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
/** The page of a record, and the texts that it has to contain. */
type Lookup = { page: CatalogueId | "weapons"; id: string; texts: readonly string[] };
type ListLookups = (record: Row) => readonly Lookup[];

const getText = (from: Row, ...fields: string[]): string => {
  const value = fields
    .map((field) => from[field])
    .find((value) => typeof value === "string" || typeof value === "number");
  return value === undefined ? "" : String(value);
};
const getList = (from: Row, field: string): readonly Row[] => z.array(record).parse(from[field]);

const UNNAMED = "No in-game name";
const getName = (from: Row): string => (from["name"] === null ? UNNAMED : getText(from, "name", "title").trim());

/** Looks up a record with its own id and name on a page. */
const lookUpOnPage =
  (page: Lookup["page"], idField = "id"): ListLookups =>
  (from) => [{ page, id: getText(from, idField), texts: [getName(from)] }];
/** Looks up a record whose name is derived from its id. */
const lookUpByIdName =
  (page: Lookup["page"], names: Readonly<Record<string, string>>, prefix = ""): ListLookups =>
  (from) => [{ page, id: prefix + getText(from, "id"), texts: [names[getText(from, "id")] ?? getText(from, "id")] }];
const KITS = { assault: "Assault", engineer: "Engineer", support: "Support", recon: "Recon" };

const getGadgetPage = ({ kind }: Row): CatalogueId => {
  if (kind === "grenade" || kind === "throwable") return "throwables";
  return kind === "melee" ? "melee" : kind === "field-upgrade" ? "field-upgrades" : "gadgets";
};
const lookUpGadget: ListLookups = (from) => lookUpOnPage(getGadgetPage(from))(from);

const lookUpBf4Option = (from: Row): Lookup => ({
  page: "attachments",
  id: getText(from, "typeId"),
  texts: [getText(from, "id"), getName(from)],
});
const lookUpBf4Options: ListLookups = (weapon) =>
  getList(weapon, "slots").flatMap((slot) => getList(slot, "options").map(lookUpBf4Option));

const getSlug = (...words: string[]): string =>
  words
    .join(" ")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
const lookUpBf2042Options: ListLookups = (owner) =>
  getList(owner, "options").map((option) => {
    const getItemLookups =
      option["name"] === null ? `${getText(owner, "weaponId", "asset")} ${getText(option, "id")}` : getName(option);
    const sentence = [
      getText(option, "id"),
      getName(option),
      ...(option["name"] === null ? [getText(option, "asset")] : []),
    ];
    return { page: "attachments", id: getSlug(getText(option, "slot") || "no-slot", getItemLookups), texts: sentence };
  });

/** Looks up a record and the items of its list on the record's page. */
const lookUpWithItems =
  (page: CatalogueId, getItems: (from: Row) => readonly Row[], idField: string): ListLookups =>
  (from) => [
    { page, id: getText(from, "id"), texts: from["name"] === undefined ? [] : [getName(from)] },
    ...getItems(from).map((item) => ({
      page,
      id: getText(from, "id"),
      texts: [getText(item, idField), getName(item)],
    })),
  ];

const readJson = (path: string): unknown => JSON.parse(readFileSync(`data/${path}.json`, "utf8"));

/** The names of the items and attachments of Battlefield 4's compatibility rules. */
const itemNames = new Map<string, string>();
for (const file of ["gadgets", "weapons"]) {
  for (const item of z.array(record).parse(readJson(`bf4/${file}`))) itemNames.set(getText(item, "id"), getName(item));
}
for (const weapon of getList(record.parse(readJson("bf4/attachments")), "weapons")) {
  const options = getList(weapon, "slots").flatMap((slot) => getList(slot, "options"));
  for (const option of options) itemNames.set(getText(option, "id"), getName(option));
}
const getItemName = (from: Row): string => itemNames.get(getText(from, "itemId")) ?? "an item that no file names";

/** How to look up the records of each list, by `<file> <list>`. The name of a list that is the whole file is empty. */
const LISTS: Readonly<Record<GameId, Readonly<Record<string, ListLookups>>>> = {
  bf4: {
    "weapons ": lookUpOnPage("weapons"),
    "attachments types": lookUpOnPage("attachments"),
    "attachments weapons": lookUpBf4Options,
    "kits ": lookUpByIdName("kits", KITS),
    "gadgets ": lookUpGadget,
    "unlocks ranks": lookUpOnPage("ranks", "rank"),
    "unlocks ladders": lookUpWithItems("unlock-ladders", (from) => getList(from, "steps"), "itemId"),
    "unlocks awards": (from) => [
      {
        page: "awards",
        id: `${getText(from, "realm")}-${getText(from, "code")}`,
        texts: [getName(from), getText(from, "code")],
      },
      ...getList(from, "rewards").map((reward) => ({
        page: "awards" as const,
        id: `${getText(from, "realm")}-${getText(from, "code")}`,
        texts: [getName(reward)],
      })),
    ],
    "vehicles vehicles": lookUpOnPage("vehicles"),
    "vehicles loadouts": lookUpWithItems(
      "vehicle-loadouts",
      (from) => getList(from, "slots").flatMap((slot) => getList(slot, "options")),
      "id",
    ),
    "maps maps": lookUpOnPage("maps"),
    "maps modes": lookUpOnPage("maps"),
    "rules multiplierGroups": lookUpByIdName("combat-rules", { standard: "Weapons", dmr: "DMR" }),
    "rules handlingFactors": lookUpByIdName("combat-rules", {}),
    "rules compatibility": (from) => [
      { page: "compatibility", id: getText(from, "itemId"), texts: [getItemName(from)] },
    ],
  },
  bf2042: {
    "weapons weapons": lookUpOnPage("weapons"),
    "weapons apiNames": lookUpOnPage("statistics-names", "apiId"),
    "attachments weapons": lookUpBf2042Options,
    "attachments others": lookUpBf2042Options,
    "kits ": lookUpByIdName("kits", KITS),
    "gadgets gadgets": lookUpGadget,
    "gadgets melee": lookUpOnPage("melee", "asset"),
    "gadgets apiNames": lookUpOnPage("statistics-names", "apiId"),
    "specialists ": lookUpOnPage("specialists"),
    "vehicles vehicles": lookUpOnPage("vehicles"),
    "vehicles armament": lookUpOnPage("vehicle-armament", "asset"),
    "vehicles apiNames": lookUpOnPage("statistics-names", "apiId"),
    "maps maps": lookUpOnPage("maps"),
    "maps modes": lookUpOnPage("maps"),
    "maps statModes": lookUpOnPage("statistics-names"),
    "maps statMaps": lookUpOnPage("statistics-names"),
    "criteria ": (from) => [{ page: "unlocks", id: getText(from, "id"), texts: [getText(from, "key")] }],
    "rules multiplierGroups": lookUpByIdName("combat-rules", { all: "All weapons" }),
    "rules handlingFactors": lookUpByIdName("combat-rules", {}),
  },
};

/** Returns the lists of records in a game's files. */
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

/** The fields of files that are not lists of records. */
const FIGURES = ["rules health", "rules compatibilitySourceId"];

const BATCH = 10;

/** Fetches the page of each record once. Returns the responses as JSON, by `<page> <id>`. */
async function fetchPages(world: World, game: GameId, asks: readonly Lookup[]): Promise<ReadonlyMap<string, string>> {
  const pages = [...new Map(asks.map((ask) => [`${ask.page} ${ask.id}`, ask])).values()];
  const batches = Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, batch) =>
    pages.slice(batch * BATCH, (batch + 1) * BATCH),
  );
  const responses = await Promise.all(batches.map((batch) => fetchBatch(world.visitor(), game, batch)));
  return new Map(responses.flat());
}

/** Fetches a batch of pages. Each batch needs a new visitor, because the requests of one visitor are limited. */
async function fetchBatch(visitor: Visitor, game: GameId, batch: readonly Lookup[]) {
  const calls = batch.map(({ page }) => (page === "weapons" ? "arsenal.weapon" : "catalogue.entry"));
  const inputs = batch.map(({ page, id }) => (page === "weapons" ? { game, id } : { game, catalogue: page, id }));
  const input = encodeURIComponent(JSON.stringify({ ...inputs }));
  const response = await visitor.fetch(`/api/trpc/${calls.join(",")}?batch=1&input=${input}`);
  const parts = z.array(record).parse(await response.json());
  return batch.map(({ page, id }, index) => [`${page} ${id}`, JSON.stringify(parts[index])] as const);
}

describe("the catalogues", () => {
  test.for(GAMES)("for %s, this test covers every list of the data files", (game) => {
    // The codebook contains ids of the other files, and records.json contains figures of weapons.
    const withRecords = ARSENAL_FILES[game].filter((file) => file !== "codebook" && file !== "records");
    const files = withRecords.map((file) => [file, readJson(`${game}/${file}`)] as const);
    const names = files.flatMap(([file, content]) =>
      Array.isArray(content) ? [`${file} `] : Object.keys(record.parse(content)).map((name) => `${file} ${name}`),
    );
    const used = [...Object.keys(LISTS[game]), ...FIGURES];
    expect(names.filter((name) => !used.includes(name))).toEqual([]);
    expect(Object.keys(LISTS[game]).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.for(GAMES)("for %s, the page of every record contains its name", async (game) => {
    await using world = await makeWorld();
    const sources = z.array(record).parse(readJson("sources")).flatMap(lookUpOnPage("sources"));
    const asks = [
      ...sources,
      ...getLists(game).flatMap(([name, records]) => records.flatMap((row) => LISTS[game][name]?.(row) ?? [])),
    ];
    expect(asks.length).toBeGreaterThan(3000);
    const responses = await fetchPages(world, game, asks);
    const incomplete = asks.filter(({ page, id, texts }) => {
      const response = responses.get(`${page} ${id}`) ?? "";
      return (
        response.includes('"error"') ||
        !texts.every((word) => word !== "" && response.includes(JSON.stringify(word).slice(1, -1)))
      );
    });
    expect(incomplete).toEqual([]);
  });

  test.for(GAMES)(
    "for %s, the pages of a list contain all entries, and each group as many as its chip counts",
    async (game) => {
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
    },
  );
});
