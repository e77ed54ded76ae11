// Every id of the statistics is joined to a record of the arsenal, or listed here with the reason why it is not.
import { describe, expect, test } from "vitest";
import { readBattlelog } from "#domain/soldier/battlelog/battlelog.ts";
import { getBattlelogBook } from "#domain/soldier/battlelog/book.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import * as responses from "#test/fixtures/battlelog/responses.ts";
import { createBf4All, createBf4Stats, createBf4Weapons } from "#test/fixtures/statistics/bf4-stats.ts";
import { createBf2042Stats } from "#test/fixtures/statistics/bf2042-stats.ts";
import { inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";
import { createBf4Reader } from "./bf4-response.ts";
import { createBf2042Reader } from "./bf2042-response.ts";

const NO_RECORD = "the arsenal has no record of it";
const EMPLACEMENT = "the arsenal has no emplacements";
const FOUND_ON_THE_MAP = "the arsenal has no vehicles that stand on the map";

const UNKNOWN_BF2042: Readonly<Record<string, string>> = {
  char_smart_antiarmor: NO_RECORD,
  char_suppbag_pouch: "only the crate of the supply bag has a record",
  melee: "one id for all knives",
  open_equip_intscan: NO_RECORD,
  open_throw_gren_1942: "one id for the grenades of both sides",
  uni_callin: NO_RECORD,
  air_heli_uav1: NO_RECORD,
  sur_stat_40mmaa: EMPLACEMENT,
  sur_stat_cram: EMPLACEMENT,
  sur_stat_flak38: EMPLACEMENT,
  sur_stat_hmg: EMPLACEMENT,
  sur_stat_kord: EMPLACEMENT,
  sur_stat_kornet: EMPLACEMENT,
  sur_stat_tow: EMPLACEMENT,
  sur_world_4x4: FOUND_ON_THE_MAP,
  sur_world_quad_bc2: FOUND_ON_THE_MAP,
  sur_world_quadbike: FOUND_ON_THE_MAP,
  sur_world_rhib_bf3: FOUND_ON_THE_MAP,
  sur_world_rzrbuggy: FOUND_ON_THE_MAP,
  sur_world_tuktuk: FOUND_ON_THE_MAP,
};

const UNKNOWN_BF4: Readonly<Record<string, string>> = {
  "3": "the test data has a mode with an unknown number",
  commander: "the commander has no kit",
  conquest: "the statistics count all Conquest modes as one",
};

const listUnknown = (read: readonly Statistics[]) => [
  ...new Set(
    read
      .flatMap(({ tables }) => TABLES.flatMap((table) => tables[table] ?? []))
      .flatMap(({ id, isKnown }) => (isKnown ? [] : [id])),
  ),
];

test("every id of the statistics of Battlefield 2042 is joined", () => {
  const soldier = inventSoldier("bf2042", "pc", "Robin");
  const read = createBf2042Reader(ARSENALS.bf2042)(createBf2042Stats(soldier, 9, { formatted: false }));
  expect(listUnknown([read]).toSorted()).toEqual(Object.keys(UNKNOWN_BF2042).toSorted());
  expect(read.tables.gadgets?.length).toBeGreaterThan(60);
});

describe("every name in the statistics of Battlefield 4 is joined", () => {
  test("of the service", () => {
    const soldier = inventSoldier("bf4", "pc", "Robin");
    const [all, stats, weapons] = [createBf4All, createBf4Stats, createBf4Weapons].map((page) =>
      page(soldier, 9, { formatted: false }),
    );
    const read = createBf4Reader(ARSENALS.bf4)({ all: { ...all }, stats: { ...stats }, weapons: { ...weapons } });
    expect(listUnknown([read]).filter((id) => !Object.hasOwn(UNKNOWN_BF4, id))).toEqual([]);
  });

  test("of Battlelog's pages", () => {
    const book = getBattlelogBook(ARSENALS.bf4);
    const pages = [
      responses.createWeaponsResponse(1),
      responses.createVehiclesResponse(1),
      responses.createKitsResponse(1),
      responses.createDetailsResponse(1),
    ];
    const read = pages.flatMap((page) => {
      const file = readBattlelog(structuredClone(page), book, { name: "Robin", platform: "pc", playerId: null });
      return "problem" in file ? [] : [file.statistics];
    });
    expect(read).toHaveLength(pages.length);
    expect(listUnknown(read).filter((id) => !Object.hasOwn(UNKNOWN_BF4, id))).toEqual([]);
  });
});
