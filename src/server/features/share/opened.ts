// Resolves what the address of a game's page shares: `?s=` is a stored loadout, `?l=` a code that contains one, `?duel=` two
// builds shooting at each other, `?squad=` the loadouts of a squad.

import type { GameId } from "#domain/game.ts";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { atLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { LAYERS, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { type SharedLoadout, shareId } from "#domain/loadout/sharing/share.ts";
import { decodeShare, type Shared } from "#domain/loadout/sharing/share-code.ts";
import { formatSquad, listRoles, parseSquad } from "#domain/loadout/squad.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { type Duel, type Duellists, formatDuel, getDuellist, parseDuel } from "#domain/weapons/duel.ts";
import { getHealth, getMultipliers } from "#domain/weapons/hit-zones.ts";
import { AppError } from "#messages/errors.ts";
import { toShared } from "#messages/loadout/share-words.ts";
import { describeGaps } from "#messages/loadout/squad-words.ts";
import type { Context } from "#server/context.ts";
import { readShare } from "./repository.ts";

export type Opened =
  /** `language` is that of the account that shared it; null without one. */
  | { kind: "loadout"; shared: SharedLoadout; language: string | null; key: string }
  | { kind: "missing" | "revoked" | "damaged" | "newer" };

/** What the query of a game's page shares; null when it shares nothing. */
export async function openShare(
  { db, arsenals }: Pick<Context, "db" | "arsenals">,
  game: GameId,
  query: (name: string) => string | undefined,
): Promise<Opened | null> {
  const id = query("s");
  if (id !== undefined) return ofGame(await openedById(db, id), game);
  const code = query("l");
  return code === undefined ? null : openedByCode(code, game, arsenals);
}

/** Accepts codes of the same game only; a code without a name gets a default one. */
function openedByCode(code: string, game: GameId, arsenals: Context["arsenals"]): Opened {
  const decoded = decodeShare(code, arsenals[game].codebook);
  if (decoded.kind !== "loadout") return { kind: decoded.kind };
  return { kind: "loadout", shared: toShared(decoded), language: null, key: `l=${code}` };
}

async function openedById(db: Context["db"], id: string): Promise<Opened> {
  if (!shareId.safeParse(id).success) return { kind: "missing" };
  try {
    const { share, language } = await readShare(db, id);
    return { kind: "loadout", shared: share, language, key: `s=${id}` };
  } catch (error) {
    if (error instanceof AppError) return { kind: error.code === "share_revoked" ? "revoked" : "missing" };
    throw error;
  }
}

/** A loadout is opened on the page of its own game. */
const ofGame = (opened: Opened, game: GameId): Opened =>
  opened.kind === "loadout" && opened.shared.loadout.game !== game ? { kind: "missing" } : opened;

/** A duel both of whose weapons the game has, with the figures of its patch. */
export type OpenedDuel = {
  game: GameId;
  duel: Duel;
  names: readonly [string, string];
  /** Null where a figure that a duel needs is not public. */
  sides: Duellists | null;
  /** Its part of the address. */
  key: string;
};

/** The duel in the query of a game's page; null without one, or with a weapon that the game does not have. */
export function openDuel(
  { arsenals }: Pick<Context, "arsenals">,
  game: GameId,
  query: (name: string) => string | undefined,
): OpenedDuel | null {
  const duel = parseDuel(query("duel") ?? "");
  if (!duel) return null;
  const patch = LAYERS.find((layer) => layer === query("patch"));
  const arsenal: Arsenal = game === "bf4" ? arsenals.bf4 : atLayer(arsenals.bf2042, patch ?? SHOWN_PATCH);
  const health = getHealth(arsenal.combat, "normal");
  const opened = duel.builds.flatMap((build) => {
    const weapon = arsenal.weapons.get(build.weaponId);
    if (!weapon) return [];
    const ballistics = getBallistics(weapon, build);
    const multipliers = getMultipliers(weapon, arsenal.combat);
    return [{ name: weapon.name, side: getDuellist(ballistics, { multipliers, health, rangeM: duel.rangeM }) }];
  });
  const [left, right] = opened;
  if (!left || !right) return null;
  const sides: Duellists | null = "missing" in left.side || "missing" in right.side ? null : [left.side, right.side];
  const key = new URLSearchParams({ duel: formatDuel(duel), ...(game === "bf2042" && patch && { patch }) }).toString();
  return { game, duel, names: [left.name, right.name], sides, key };
}

/** The loadouts of a squad, and what it lacks in a sentence. */
export type OpenedSquad = { game: GameId; members: readonly Shared[]; gaps: string | null; key: string };

/** The squad in the query of a game's page; null without a single loadout that can be read. */
export function openSquad(
  { arsenals }: Pick<Context, "arsenals">,
  game: GameId,
  query: (name: string) => string | undefined,
): OpenedSquad | null {
  const text = query("squad") ?? "";
  const arsenal = arsenals[game];
  const codes = parseSquad(text.slice(0, MAX_SQUAD_LENGTH), game);
  const members = codes.flatMap((code) => {
    const decoded = code === null ? null : decodeShare(code, arsenal.codebook);
    return decoded?.kind === "loadout" ? [decoded] : [];
  });
  if (members.length === 0) return null;
  const gadgetsOf = (id: string) =>
    arsenal.game === "bf2042" ? (arsenal.specialists.get(id)?.gadgetIds[0]?.value ?? []) : [];
  const gaps = describeGaps(members.map(({ loadout }) => listRoles(loadout, gadgetsOf)));
  const key = new URLSearchParams({ tab: "loadouts", squad: formatSquad(codes) }).toString();
  return { game, members, gaps, key };
}

const MAX_SQUAD_LENGTH = 2000;

export const PICTURE_PATH = "/pictures/loadout.png";
export const DUEL_PICTURE_PATH = "/pictures/duel.png";
export const SQUAD_PICTURE_PATH = "/pictures/squad.png";
export const PICTURE = { width: 1200, height: 630 } as const;
