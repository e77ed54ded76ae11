// What a soldier did with each weapon and each vehicle.
import { counter } from "#domain/progress/counter.ts";
import type { StatisticsRow } from "#domain/soldier/statistics.ts";
import type { Answer } from "./answers.ts";
import type { BattlelogIndex } from "./index-of-items.ts";
import { asNumber, asRows, asText, type Data, getReading, known, type Reading, ratio } from "./reading.ts";

const SECONDS_PER_MINUTE = 60;

export function readWeapons({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = asRows(data["mainWeaponStats"]);
  const weapons = rows.flatMap((row) => getTableRow(row, index.item, getWeaponValues(row)) ?? []);
  const kills = weapons.flatMap(({ id, known, values: { kills } }) =>
    known && kills !== undefined ? [[counter.kills(id), kills] as const] : [],
  );
  return getReading({
    statistics: { tables: weapons.length > 0 ? { weapons } : {}, counters: Object.fromEntries(kills) },
    found: { weapons: weapons.length },
    ignored: rows.slice(weapons.length).map(() => "a weapon without a name"),
  });
}

export function readVehicles({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = asRows(data["mainVehicleStats"]);
  const vehicles = rows.flatMap((row) => getTableRow(row, index.vehicle, getVehicleValues(row)) ?? []);
  return getReading({
    statistics: { tables: vehicles.length > 0 ? { vehicles } : {} },
    found: { vehicles: vehicles.length },
    ignored: rows.slice(vehicles.length).map(() => "a vehicle without a name"),
  });
}

type Find = (name: string) => { id: string; name: string } | undefined;

function getTableRow(row: Data, find: Find, values: Record<string, number>): StatisticsRow | undefined {
  const names = [row["slug"], row["guid"]].flatMap((name) => asText(name) ?? []);
  const thing = names.map(find).find((each) => each);
  if (thing) return { id: thing.id, name: thing.name, known: true, values };
  const [name] = names;
  return name === undefined ? undefined : { id: name, name: name.toUpperCase(), known: false, values };
}

function getWeaponValues(row: Data): Record<string, number> {
  const [kills, headshots, fired, hit, seconds] = ["kills", "headshots", "shotsFired", "shotsHit", "timeEquipped"].map(
    (key) => asNumber(row[key]),
  );
  return known({
    kills,
    headshots,
    secondsPlayed: seconds,
    killsPerMinute: ratio(kills, minutes(seconds)),
    accuracy: ratio(hit, fired) ?? asNumber(row["accuracy"]),
    headshotShare: ratio(headshots, kills),
    hitsPerKill: ratio(hit, kills),
  });
}

function getVehicleValues(row: Data): Record<string, number> {
  const kills = asNumber(row["kills"]);
  const seconds = asNumber(row["timeIn"]);
  return known({
    kills,
    destroyed: asNumber(row["destroyXinY"]),
    secondsPlayed: seconds,
    killsPerMinute: ratio(kills, minutes(seconds)),
  });
}

const minutes = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds / SECONDS_PER_MINUTE);
