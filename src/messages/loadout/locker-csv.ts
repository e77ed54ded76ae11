// A locker as CSV for spreadsheets: a row per loadout, with the item names of its slots, and the share code that an import decodes.

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
import type { FileLoadout } from "./locker-file.ts";

const SEPARATOR = " | ";

/** The titles of the columns. They are part of the file format, so they are the same in every language. */
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

/** Returns the loadouts as CSV. A loadout that cannot be encoded as a share code has an empty code, and cannot be imported. */
export function toLockerCsv(
  loadouts: readonly Omit<FileLoadout, "id">[],
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
      ["Tags", tags.map(escapeTag).join(SEPARATOR)],
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
    const parts = others.map(({ label, value }) => `${label}: ${value}`).join(SEPARATOR);
    return [
      ["Class", first?.value ?? ""],
      [PARTS.vehicle, parts],
    ];
  }
  const getParts = (slot: "primary" | "sidearm") =>
    others
      .filter(({ part }) => part?.of === slot)
      .map(({ value }) => value.replaceAll(", ", SEPARATOR))
      .join(SEPARATOR);
  return [
    ["Class", first?.value ?? ""],
    ...others.flatMap(({ label, value }) => {
      const column = findSlot(label);
      return column ? [[SLOTS[column], value] as const] : [];
    }),
    [PARTS.primary, getParts("primary")],
    [PARTS.sidearm, getParts("sidearm")],
  ];
}

/** Returns the slot with this title. */
function findSlot(label: string): keyof typeof SLOTS | undefined {
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

/** Escapes the separator of tags, which a tag may contain. */
const escapeTag = (tag: string): string => tag.replace(/[\\|]/g, "\\$&");

const readTags = (text: string): string[] =>
  (text.match(/(?:\\.|[^\\|])+/g) ?? []).map((tag) => tag.trim().replace(/\\(.)/g, "$1")).filter(Boolean);

/** The texts of a row. The loadout itself is in the share code. */
const rowTexts = loadoutContent.omit({ loadout: true }).extend({ folder: folderName.nullable() });

/** The item names in a row, by column title. */
export type SlotNames = Readonly<Record<string, string>>;

export type CsvRow = z.infer<typeof rowTexts> & { number: number; code: string; slotNames: SlotNames };

/** A loadout that an import omits: its row number, starting at 1, its name and the reason. */
export type OmittedRow = { number: number; name: string; reason: string };

const getTitles = (text: string): string[] => (readCsv(text, 1)[0] ?? []).map((title) => title.trim().toLowerCase());

/** Whether the text is a table with a column of share codes. */
export const isLockerCsv = (text: string): boolean => getTitles(text).includes("share code");

/** Whether the text is CSV: it has more than one column of the format, or more than one row with several columns. */
export function isTable(text: string): boolean {
  const knownTitles = new Set(COLUMNS.map((title) => title.toLowerCase()));
  const rows = readCsv(text, 2);
  return (
    getTitles(text).filter((title) => knownTitles.has(title)).length > 1 ||
    rows.filter(({ length }) => length > 1).length > 1
  );
}

/**
 * Parses CSV and returns its valid and omitted rows, or a message if no row is valid. The columns may be in any order.
 */
export function readLockerCsv(text: string): { rows: CsvRow[]; omittedRows: OmittedRow[] } | { problem: string } {
  const [, ...lines] = readCsv(text);
  const titles = getTitles(text);
  const rows: CsvRow[] = [];
  const omittedRows: OmittedRow[] = [];
  let hasCodes = false;
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const get = (column: string) => line[titles.indexOf(column.toLowerCase())] ?? "";
    const code = get("Share code").trim();
    const name = get("Name");
    hasCodes ||= code !== "";
    const folder = get("Folder").trim() || null;
    const { data } = rowTexts.safeParse({ name, note: get("Note"), tags: readTags(get("Tags")), folder });
    if (code === "") omittedRows.push({ number, name, reason: m.file_row_without_code({ number }) });
    else if (!data) omittedRows.push({ number, name, reason: m.file_row_not_allowed({ number }) });
    else {
      const slotNames = Object.values(SLOTS).map((column) => [column, get(column).trim()]);
      rows.push({ ...data, number, code, slotNames: Object.fromEntries(slotNames) });
    }
  }
  if (lines.length === 0) return { problem: m.file_empty_table() };
  return hasCodes ? { rows, omittedRows } : { problem: m.file_no_codes() };
}

/** The item name in a slot of a row, and the name of the item in its share code. */
export type SlotDifference = { cellName: string; codeName: string };

/**
 * Returns the slots in which a row has another item than its share code. Items have the same name in every language. Other texts,
 * such as "Empty", are in the language of the export, so they are compared only if the other side is the name of an item.
 */
export function listSlotDifferences(
  slotNames: SlotNames,
  loadout: Loadout,
  armoury: Armoury,
): readonly SlotDifference[] {
  const cells = new Map(getSlotCells(loadout, describeLoadout(loadout, armoury)));
  const specialists = armoury.game === "bf2042" ? [...armoury.specialists.values()] : [];
  const items: readonly { name: string; aliases?: readonly string[] | undefined }[] = [
    ...armoury.weapons.values(),
    ...armoury.gadgets.values(),
    ...specialists,
  ];
  const names = new Set(items.map(({ name }) => normalizeText(name)));
  const earlierNames = new Map(
    items.map(({ name, aliases = [] }) => [normalizeText(name), aliases.map(normalizeText)]),
  );
  return Object.values(SLOTS).flatMap((column) => {
    const cellName = slotNames[column] ?? "";
    const codeName = cells.get(column) ?? m.build_empty();
    const [plainCellName = "", plainCodeName = ""] = [cellName, codeName].map(normalizeText);
    if (cellName === "" || plainCellName === plainCodeName) return [];
    if (earlierNames.get(plainCodeName)?.includes(plainCellName)) return [];
    return names.has(plainCellName) || names.has(plainCodeName) ? [{ cellName, codeName }] : [];
  });
}
