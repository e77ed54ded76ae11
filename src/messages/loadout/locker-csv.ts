// A locker as a table for spreadsheets: one row a loadout, its slots by name, and the share code an import reads.

import type { z } from "zod";
import { readCsv, writeCsv } from "#domain/csv.ts";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import type { Codebook } from "#domain/game-data/codebook.ts";
import type { ClassSlot, KitSlot } from "#domain/game-data/slot.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { folderName, isVehicleLoadout, type Loadout, loadoutContent } from "#domain/loadout/loadout.ts";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { normalizeText } from "#domain/text.ts";
import { m } from "#messages";
import { CLASS_SLOT_TITLES, KIT_SLOT_TITLES } from "#messages/game/titles.ts";
import { describeLoadout, type LoadoutLine } from "./describe.ts";
import type { Transferred } from "./locker-file.ts";

const BETWEEN = " | ";

/** The titles of the columns are a file format, the same in every language. */
const SLOTS = {
  specialist: "Specialist",
  primary: "Primary",
  sidearm: "Sidearm",
  gadget1: "Gadget 1",
  gadget2: "Gadget 2",
  throwable: "Throwable",
  grenade: "Grenade",
  melee: "Melee",
  fieldUpgrade: "Field upgrade",
} as const satisfies Record<ClassSlot | KitSlot, string>;
const PARTS = { primary: "Primary attachments", sidearm: "Sidearm attachments", vehicle: "Vehicle parts" };
const COLUMNS = [
  ...["Name", "Game", "Class"],
  ...Object.values(SLOTS).flatMap((title) => {
    if (title === SLOTS.primary) return [title, PARTS.primary];
    return title === SLOTS.sidearm ? [title, PARTS.sidearm] : [title];
  }),
  ...[PARTS.vehicle, "Folder", "Tags", "Note", "Share code"],
];

type Books = { armoury: Armoury; codebook: Codebook };

/** The table of these loadouts. A loadout that no share code can say has none, and cannot be read back. */
export function toLockerCsv(
  loadouts: readonly Omit<Transferred, "id">[],
  books: Readonly<Partial<Record<GameId, Books>>>,
): string {
  const rows = loadouts.flatMap(({ game, loadout, name, folder, tags, note }) => {
    const book = books[game];
    if (!book) return [];
    const cells = new Map([
      ...getSlotCells(loadout, describeLoadout(loadout, book.armoury)),
      ["Name", name],
      ["Game", GAME_TITLES[game]],
      ["Folder", folder ?? ""],
      ["Tags", tags.map(escapeTag).join(BETWEEN)],
      ["Note", note],
      ["Share code", getCode({ name: "", loadout }, book.codebook)],
    ]);
    return [COLUMNS.map((column) => cells.get(column) ?? "")];
  });
  return writeCsv([COLUMNS, ...rows]);
}

function getSlotCells(loadout: Loadout, lines: readonly LoadoutLine[]): (readonly [column: string, text: string])[] {
  const [first, ...others] = lines;
  if (isVehicleLoadout(loadout)) {
    const parts = others.map(({ label, value }) => `${label}: ${value}`).join(BETWEEN);
    return [
      ["Class", first?.value ?? ""],
      [PARTS.vehicle, parts],
    ];
  }
  const getParts = (slot: "primary" | "sidearm") =>
    others
      .filter(({ part }) => part?.of === slot)
      .map(({ value }) => value.replaceAll(", ", BETWEEN))
      .join(BETWEEN);
  return [
    ["Class", first?.value ?? ""],
    ...others.flatMap(({ label, value }) => {
      const column = getSlot(label);
      return column ? [[SLOTS[column], value] as const] : [];
    }),
    [PARTS.primary, getParts("primary")],
    [PARTS.sidearm, getParts("sidearm")],
  ];
}

/** The slot whose title a line bears. */
function getSlot(label: string): keyof typeof SLOTS | undefined {
  const titles = { ...CLASS_SLOT_TITLES, ...KIT_SLOT_TITLES };
  return (Object.keys(SLOTS) as (keyof typeof SLOTS)[]).find((slot) => titles[slot] === label);
}

function getCode(shared: Parameters<typeof encodeShare>[0], codebook: Codebook): string {
  try {
    return encodeShare(shared, codebook);
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
}

/** A tag may hold the sign that stands between tags. */
const escapeTag = (tag: string): string => tag.replace(/[\\|]/g, "\\$&");

const readTags = (text: string): string[] =>
  (text.match(/(?:\\.|[^\\|])+/g) ?? []).map((tag) => tag.trim().replace(/\\(.)/g, "$1")).filter(Boolean);

/** The text of a row beside its loadout, which is in the code. */
const words = loadoutContent.omit({ loadout: true }).extend({ folder: folderName.nullable() });

/** What a row names, by the title of its column. */
export type NamedSlots = Readonly<Record<string, string>>;

export type CsvRow = z.infer<typeof words> & { number: number; code: string; named: NamedSlots };

/** A loadout that an import leaves out: its place from 1, its name as it was read, and why. */
export type LeftOut = { number: number; name: string; reason: string };

const getTitles = (text: string): string[] => (readCsv(text, 1)[0] ?? []).map((title) => title.trim().toLowerCase());

/** Whether the text is a table with a column of share codes. */
export const isLockerCsv = (text: string): boolean => getTitles(text).includes("share code");

/** Whether the text is a table: it has columns of ours, or more than one column in more than one row. */
export function isTable(text: string): boolean {
  const ours = new Set(COLUMNS.map((title) => title.toLowerCase()));
  const rows = readCsv(text, 2);
  return (
    getTitles(text).filter((title) => ours.has(title)).length > 1 || rows.filter(({ length }) => length > 1).length > 1
  );
}

/**
 * The rows of a table and what is left out of it, or a message that explains why nothing of it can be read. Columns may stand in any
 * order.
 */
export function readLockerCsv(text: string): { rows: CsvRow[]; leftOut: LeftOut[] } | { problem: string } {
  const [, ...lines] = readCsv(text);
  const titles = getTitles(text);
  const rows: CsvRow[] = [];
  const leftOut: LeftOut[] = [];
  let hasCodes = false;
  for (const [at, line] of lines.entries()) {
    const number = at + 1;
    const get = (column: string) => line[titles.indexOf(column.toLowerCase())] ?? "";
    const code = get("Share code").trim();
    const name = get("Name");
    hasCodes ||= code !== "";
    const folder = get("Folder").trim() || null;
    const { data } = words.safeParse({ name, note: get("Note"), tags: readTags(get("Tags")), folder });
    if (code === "") leftOut.push({ number, name, reason: m.file_row_without_code({ number }) });
    else if (!data) leftOut.push({ number, name, reason: m.file_row_not_allowed({ number }) });
    else {
      const named = Object.values(SLOTS).map((column) => [column, get(column).trim()]);
      rows.push({ ...data, number, code, named: Object.fromEntries(named) });
    }
  }
  if (lines.length === 0) return { problem: m.file_empty_table() };
  return hasCodes ? { rows, leftOut } : { problem: m.file_no_codes() };
}

/** What a row names in a slot, and what its code holds there. */
export type SlotDifference = { named: string; held: string };

/**
 * Where a row names another thing than its code holds. Things have one name in every language; other words of a slot, such as "Empty",
 * are in the language of the export and count only beside the name of a thing.
 */
export function listSlotDifferences(named: NamedSlots, loadout: Loadout, armoury: Armoury): readonly SlotDifference[] {
  const cells = new Map(getSlotCells(loadout, describeLoadout(loadout, armoury)));
  const specialists = armoury.game === "bf2042" ? [...armoury.specialists.values()] : [];
  const things = [...armoury.weapons.values(), ...armoury.gadgets.values(), ...specialists];
  const names = new Set(things.map(({ name }) => normalizeText(name)));
  return Object.values(SLOTS).flatMap((column) => {
    const name = named[column] ?? "";
    const held = cells.get(column) ?? m.build_empty();
    const [plainName, plainHeld] = [name, held].map(normalizeText);
    if (name === "" || plainName === plainHeld) return [];
    return names.has(plainName ?? "") || names.has(plainHeld ?? "") ? [{ named: name, held }] : [];
  });
}
