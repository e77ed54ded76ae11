// Encodes a loadout as a short text that is decoded without a server: the codebook maps ids to numbers, which are written as bits.
import type { GameId } from "#domain/game.ts";
import {
  type Bf4Codebook,
  type Bf2042Codebook,
  type Codebook,
  listNumberedParts,
  listNumberedSlots,
} from "#domain/game-data/codebook.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { PATCHES } from "#domain/game-data/patch.ts";
import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import {
  type Bf4Carried,
  type Bf4Loadout,
  type Bf2042Carried,
  type Bf2042Loadout,
  isVehicleLoadout,
  type Loadout,
  type VehicleLoadout,
} from "#domain/loadout/loadout.ts";
import { isPrintable, toPrintable } from "#domain/text.ts";
import { type BitReader, type BitWriter, createWriter, openFrame } from "./share-frame.ts";

/** Version 2 adds the record of figures of a Battlefield 2042 loadout. A loadout without a record is written as version 1. */
const VERSION = 2;
const WITHOUT_RECORD = 1;

/** Oldest first, so that the number of a record does not change when a record is added. */
const RECORDS = PATCHES.toReversed();

/** The kind of loadout, which follows the version. */
const KINDS = { soldier: 0, vehicle: 1, bf2042: 2 } as const;
const KIND_BITS = 2;

/** Widths of the fields. They do not depend on the length of a list. 0 is an empty slot, 1 is the first entry. */
const BITS = {
  kit: 2,
  weapon: 9,
  item: 9,
  specialist: 6,
  part: 6,
  count: 2,
  vehicleClass: 6,
  vehicleSlots: 12,
  record: 6,
} as const;

/** Maximum number of entries of the codebook's lists. */
export const CODEBOOK_LIMITS = {
  weapons: 2 ** BITS.weapon - 1,
  items: 2 ** BITS.item - 1,
  specialists: 2 ** BITS.specialist - 1,
  vehicleClasses: 2 ** BITS.vehicleClass - 1,
  /** Parts of one slot. */
  parts: 2 ** BITS.part - 1,
  vehicleSlots: BITS.vehicleSlots,
} as const;

export type ShareContent = { name: string; loadout: Loadout };

/** "newer": a valid code of a later version, or with items that this codebook does not list yet. */
export type DecodedShare =
  | ({ kind: "loadout" } & ShareContent)
  | { kind: "damaged" }
  | { kind: "newer"; version: number };

/**
 * Returns the share code of the loadout, in letters, digits, "-" and "_".
 * @throws {RangeError} if the codebook does not list an item, which cannot happen for a legal loadout.
 */
export function encodeShare({ name, loadout }: ShareContent, codebook: Codebook): string {
  const record = loadout.game === "bf2042" ? loadout.patch : undefined;
  const writer = createWriter(record ? VERSION : WITHOUT_RECORD);
  const kind = isVehicleLoadout(loadout) ? "vehicle" : loadout.game === "bf4" ? "soldier" : "bf2042";
  writer.write(KINDS[kind], KIND_BITS);
  writeName(name, writer);
  if (record) writer.write(RECORDS.indexOf(record), BITS.record);
  if (codebook.game === "bf4" && isVehicleLoadout(loadout)) writeVehicle(loadout, codebook, writer);
  else if (codebook.game === "bf4" && "kitId" in loadout) writeSoldier(loadout, codebook, writer);
  else if (codebook.game === "bf2042" && "classId" in loadout) writeBf2042(loadout, codebook, writer);
  else throw new RangeError("The codebook is of another game.");
  return writer.finish();
}

/** Returns the game of a valid code, which determines its codebook; null for any other text. */
export function getShareGame(text: string): GameId | null {
  const opened = openFrame(text);
  if (!opened || !isReadable(opened.version)) return null;
  const kind = opened.reader.read(KIND_BITS);
  if (kind === KINDS.bf2042) return "bf2042";
  return kind === KINDS.soldier || kind === KINDS.vehicle ? "bf4" : null;
}

const isReadable = (version: number): boolean => version === VERSION || version === WITHOUT_RECORD;

/** Decodes a share code from any source. It does not check whether the game would accept the loadout. Never throws. */
export function decodeShare(text: string, codebook: Codebook): DecodedShare {
  const opened = openFrame(text);
  if (!opened) return { kind: "damaged" };
  const { version, reader } = opened;
  if (version > VERSION) return { kind: "newer", version };
  if (!isReadable(version) || getShareGame(text) !== codebook.game) return { kind: "damaged" };
  const kind = reader.read(KIND_BITS);
  const name = readName(reader);
  const record = version === VERSION && kind === KINDS.bf2042 ? RECORDS[reader.read(BITS.record)] : undefined;
  const pick = createIdReader(reader);
  const body = readBody(kind, codebook, reader, pick);
  const loadout = record && body.game === "bf2042" ? { ...body, patch: record } : body;
  if (name === null) return { kind: "damaged" };
  if (pick.missed() || (version === VERSION && !record)) return { kind: "newer", version };
  return reader.isAtEnd() ? { kind: "loadout", name, loadout } : { kind: "damaged" };
}

type IdReader = ReturnType<typeof createIdReader>;

/** Returns functions that read numbers as ids, and `missed`, which returns whether a list was too short for a number. */
function createIdReader({ read }: BitReader) {
  let missed = false;
  const readIdOrNull = (ids: readonly string[], bits: number): string | null => {
    const number = read(bits);
    const chosen = ids[number - 1];
    missed ||= number > 0 && chosen === undefined;
    return chosen ?? null;
  };
  const readId = (ids: readonly string[], bits: number): string => {
    const itemId = readIdOrNull(ids, bits);
    missed ||= itemId === null;
    return itemId ?? "";
  };
  return { readIdOrNull, readId, missed: () => missed };
}

function writeId({ write }: BitWriter, id: string | null, ids: readonly string[], bits: number): void {
  const number = id === null ? 0 : ids.indexOf(id) + 1;
  if (id !== null && number === 0) throw new RangeError("The codebook does not list this.");
  write(number, bits);
}

function readBody(kind: number, codebook: Codebook, reader: BitReader, pick: IdReader): Loadout {
  if (codebook.game === "bf2042") return readBf2042(codebook, reader, pick);
  return kind === KINDS.vehicle ? readVehicle(codebook, reader, pick) : readSoldier(codebook, reader, pick);
}

function writeSoldier(loadout: Bf4Loadout, codebook: Bf4Codebook, writer: BitWriter): void {
  writer.write(KIT_IDS.indexOf(loadout.kitId), BITS.kit);
  for (const { weaponId, attachments } of [loadout.primary, loadout.sidearm]) {
    writeId(writer, weaponId, codebook.weapons, BITS.weapon);
    for (const slot of weaponId === null ? [] : PART_SLOTS) {
      const partId = attachments[slot];
      writer.write(partId === undefined ? 0 : 1, 1);
      if (partId !== undefined) {
        writeId(writer, partId, listNumberedParts(codebook.parts, weaponId ?? "", slot), BITS.part);
      }
    }
  }
  const { gadget1Id, gadget2Id, grenadeId, meleeId, fieldUpgradeId } = loadout;
  for (const id of [gadget1Id, gadget2Id, grenadeId, meleeId, fieldUpgradeId]) {
    writeId(writer, id, codebook.items, BITS.item);
  }
}

function readSoldier(codebook: Bf4Codebook, { read }: BitReader, pick: IdReader): Bf4Loadout {
  const kitId = KIT_IDS[read(BITS.kit)] ?? "assault";
  const readWeapon = (): Bf4Carried => {
    const weaponId = pick.readIdOrNull(codebook.weapons, BITS.weapon);
    const attachments: Bf4Carried["attachments"] = {};
    for (const slot of weaponId === null ? [] : PART_SLOTS) {
      if (read(1)) attachments[slot] = pick.readId(listNumberedParts(codebook.parts, weaponId ?? "", slot), BITS.part);
    }
    return { weaponId, attachments };
  };
  const readItem = () => pick.readIdOrNull(codebook.items, BITS.item);
  return {
    game: "bf4",
    kitId,
    primary: readWeapon(),
    sidearm: readWeapon(),
    gadget1Id: readItem(),
    gadget2Id: readItem(),
    grenadeId: readItem(),
    meleeId: readItem(),
    fieldUpgradeId: readItem(),
  };
}

function writeVehicle({ vehicleClassId, parts }: VehicleLoadout, codebook: Bf4Codebook, writer: BitWriter): void {
  writeId(writer, vehicleClassId, codebook.vehicleClasses, BITS.vehicleClass);
  const slots = listNumberedSlots(codebook.vehicleParts, vehicleClassId);
  if (Object.keys(parts).some((slot) => !slots.includes(slot))) throw new RangeError("The codebook has no such slot.");
  for (let index = 0; index < BITS.vehicleSlots; index += 1)
    writer.write(parts[slots[index] ?? ""] === undefined ? 0 : 1, 1);
  for (const slot of slots) {
    const id = parts[slot];
    if (id !== undefined)
      writeId(writer, id, listNumberedParts(codebook.vehicleParts, vehicleClassId, slot), BITS.part);
  }
}

function readVehicle(codebook: Bf4Codebook, { read }: BitReader, pick: IdReader): VehicleLoadout {
  const vehicleClassId = pick.readId(codebook.vehicleClasses, BITS.vehicleClass);
  const slots = listNumberedSlots(codebook.vehicleParts, vehicleClassId);
  const isSlotUsed = Array.from({ length: BITS.vehicleSlots }, () => read(1) === 1);
  const parts = isSlotUsed.flatMap((isUsed, index) => {
    if (!isUsed) return [];
    const slot = slots[index] ?? "";
    return [[slot, pick.readId(listNumberedParts(codebook.vehicleParts, vehicleClassId, slot), BITS.part)]];
  });
  return { game: "bf4", vehicleClassId, parts: Object.fromEntries(parts) };
}

function writeBf2042(loadout: Bf2042Loadout, codebook: Bf2042Codebook, writer: BitWriter): void {
  writer.write(KIT_IDS.indexOf(loadout.classId), BITS.kit);
  writeId(writer, loadout.specialistId, codebook.specialists, BITS.specialist);
  for (const { weaponId, board } of [loadout.primary, loadout.sidearm]) {
    writeId(writer, weaponId, codebook.weapons, BITS.weapon);
    for (const slot of weaponId === null ? [] : BOARD_SLOTS) {
      writer.write(board[slot].length, BITS.count);
      const ids = listNumberedParts(codebook.parts, weaponId ?? "", slot);
      for (const partId of board[slot]) writeId(writer, partId, ids, BITS.part);
    }
  }
  for (const id of [...loadout.gadgetIds, loadout.throwableId]) writeId(writer, id, codebook.items, BITS.item);
}

function readBf2042(codebook: Bf2042Codebook, { read }: BitReader, pick: IdReader): Bf2042Loadout {
  const classId = KIT_IDS[read(BITS.kit)] ?? "assault";
  const specialistId = pick.readIdOrNull(codebook.specialists, BITS.specialist);
  const readWeapon = (): Bf2042Carried => {
    const weaponId = pick.readIdOrNull(codebook.weapons, BITS.weapon);
    const board: Bf2042Carried["board"] = { sight: [], ammunition: [], underbarrel: [], barrel: [] };
    for (const slot of weaponId === null ? [] : BOARD_SLOTS) {
      const ids = listNumberedParts(codebook.parts, weaponId ?? "", slot);
      board[slot] = Array.from({ length: read(BITS.count) }, () => pick.readId(ids, BITS.part));
    }
    return { weaponId, board };
  };
  const readItem = () => pick.readIdOrNull(codebook.items, BITS.item);
  return {
    game: "bf2042",
    classId,
    specialistId,
    primary: readWeapon(),
    sidearm: readWeapon(),
    gadgetIds: [readItem(), readItem()],
    throwableId: readItem(),
  };
}

// The name in a share code: six bits per character if every character is in PLAIN_CHARACTERS, otherwise UTF-8.
const PLAIN_CHARACTERS = " -ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH_BITS = 8;

/** Writes the trimmed name without control characters. @throws {RangeError} if it is too long. */
function writeName(requested: string, { write }: BitWriter): void {
  // UTF-8 cannot encode a lone surrogate.
  const name = toPrintable(requested).replace(/\p{Surrogate}/gu, "\ufffd");
  if (name.length > LOADOUT_NAME_LIMIT) throw new RangeError("The name is too long for a share code.");
  const values = [...name].map((character) => PLAIN_CHARACTERS.indexOf(character));
  const isPlain = !values.includes(-1);
  const bytes = isPlain ? values : getUtf8(name);
  write(isPlain ? 0 : 1, 1);
  write(bytes.length, LENGTH_BITS);
  for (const byte of bytes) write(byte, isPlain ? 6 : 8);
}

/** Returns the name, "" if the code has none, and null if it is not a valid name. */
function readName({ read }: BitReader): string | null {
  const isPlain = read(1) === 0;
  const length = read(LENGTH_BITS);
  const values = Array.from({ length }, () => read(isPlain ? 6 : 8));
  const name = isPlain ? values.map((value) => PLAIN_CHARACTERS[value] ?? "").join("") : getText(values);
  return name !== null && isPrintable(name) && name === name.trim() && name.length <= LOADOUT_NAME_LIMIT ? name : null;
}

function getUtf8(text: string): number[] {
  const escaped = encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|./g);
  return [...escaped].map(([character, hex]) => (hex ? Number.parseInt(hex, 16) : character.charCodeAt(0)));
}

function getText(bytes: readonly number[]): string | null {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  } catch {
    return null;
  }
}
