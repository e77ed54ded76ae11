// What a soldier did with each weapon and each vehicle.
import { counter } from "#domain/progress/counter.ts";
import type { Answer } from "./battlelog-answers.ts";
import type { BattlelogIndex } from "./battlelog-index.ts";
import { type Reading, readingOf } from "./battlelog-reading.ts";
import { type Data, known, numberIn, ratio, rowsIn, textIn } from "./battlelog-values.ts";
import type { StatisticsRow } from "./statistics.ts";

const SECONDS_PER_MINUTE = 60;

export function readWeapons({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = rowsIn(data["mainWeaponStats"]);
  const weapons = rows.flatMap((row) => tableRowOf(row, index.item, weaponValuesOf(row)) ?? []);
  const kills = weapons.flatMap(({ id, known, values: { kills } }) =>
    known && kills !== undefined ? [[counter.kills(id), kills] as const] : [],
  );
  return readingOf({
    statistics: { tables: weapons.length > 0 ? { weapons } : {}, counters: Object.fromEntries(kills) },
    found: { weapons: weapons.length },
    ignored: rows.slice(weapons.length).map(() => "a weapon without a name"),
  });
}

export function readVehicles({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = rowsIn(data["mainVehicleStats"]);
  const vehicles = rows.flatMap((row) => tableRowOf(row, index.vehicle, vehicleValuesOf(row)) ?? []);
  return readingOf({
    statistics: { tables: vehicles.length > 0 ? { vehicles } : {} },
    found: { vehicles: vehicles.length },
    ignored: rows.slice(vehicles.length).map(() => "a vehicle without a name"),
  });
}

type Find = (name: string) => { id: string; name: string } | undefined;

function tableRowOf(row: Data, find: Find, values: Record<string, number>): StatisticsRow | undefined {
  const names = [row["slug"], row["guid"]].flatMap((name) => textIn(name) ?? []);
  const thing = names.map(find).find((each) => each);
  if (thing) return { id: thing.id, name: thing.name, known: true, values };
  const [name] = names;
  return name === undefined ? undefined : { id: name, name: name.toUpperCase(), known: false, values };
}

function weaponValuesOf(row: Data): Record<string, number> {
  const [kills, headshots, fired, hit, seconds] = ["kills", "headshots", "shotsFired", "shotsHit", "timeEquipped"].map(
    (key) => numberIn(row[key]),
  );
  return known({
    kills,
    headshots,
    secondsPlayed: seconds,
    killsPerMinute: ratio(kills, minutes(seconds)),
    accuracy: ratio(hit, fired) ?? numberIn(row["accuracy"]),
    headshotShare: ratio(headshots, kills),
    hitsPerKill: ratio(hit, kills),
  });
}

function vehicleValuesOf(row: Data): Record<string, number> {
  const kills = numberIn(row["kills"]);
  const seconds = numberIn(row["timeIn"]);
  return known({
    kills,
    destroyed: numberIn(row["destroyXinY"]),
    secondsPlayed: seconds,
    killsPerMinute: ratio(kills, minutes(seconds)),
  });
}

const minutes = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds / SECONDS_PER_MINUTE);
