// Resolves what the address of a game's page shares: `?s=` is a stored loadout, `?l=` a code that contains one,
// `?versus=` two to four builds, `?squad=` the loadouts of a squad.

import type { GameId } from "#domain/game.ts";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { getArsenalAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { LAYERS, type Layer, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { type SharedLoadout, shareId } from "#domain/loadout/sharing/share.ts";
import { decodeShare, type ShareContent } from "#domain/loadout/sharing/share-code.ts";
import { formatSquad, listRoles, parseSquad } from "#domain/loadout/squad.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import type { Duellist } from "#domain/weapons/duel.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { formatScenario, getTarget, parseScenario, SCENARIO_NAMES, type Scenario } from "#domain/weapons/scenario.ts";
import {
  formatBuilds,
  parseBuilds,
  renewVersusTexts,
  VERSUS_BUILDS,
  type VersusTexts,
} from "#domain/weapons/versus.ts";
import { AppError } from "#messages/errors.ts";
import { formatBuildNames } from "#messages/game/versus-words.ts";
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

/** Two to four builds whose weapons the game has, with the figures of a patch. */
export type OpenedVersus = {
  game: GameId;
  contestants: readonly { weaponId: string; name: string; build: Duellist | null }[];
  scenario: Scenario;
  patch: Layer;
  target: Target;
  /** Its part of the address. */
  key: string;
};

/** The builds in the query of a game's page; null for less than two that the game has. */
export function openVersus(
  { arsenals }: Pick<Context, "arsenals">,
  game: GameId,
  query: (name: string) => string | undefined,
): OpenedVersus | null {
  const parameters = [...SCENARIO_NAMES, "versus", "duel", "compare", "cmp"] as const;
  const texts: VersusTexts = Object.fromEntries(
    parameters.map((name) => [name, query(name)?.slice(0, MAX_VERSUS_LENGTH)]),
  );
  const { versus = "", ...scenarioTexts } = renewVersusTexts(texts);
  const builds = parseBuilds(versus);
  if (builds.length < VERSUS_BUILDS.min) return null;
  const patch = (game === "bf2042" && LAYERS.find((layer) => layer === query("patch"))) || SHOWN_PATCH;
  const arsenal: Arsenal = game === "bf4" ? arsenals.bf4 : getArsenalAtLayer(arsenals.bf2042, patch);
  const opened = builds.flatMap((build) => {
    const weapon = arsenal.weapons.get(build.weaponId);
    return weapon ? [{ ...build, name: weapon.name, ballistics: getBallistics(weapon, build) }] : [];
  });
  if (opened.length < builds.length) return null;
  const names = formatBuildNames(opened);
  const contestants = opened.map(({ weaponId, name, ballistics }, index) => ({
    weaponId,
    name: names[index] ?? name,
    build: ballistics && { ...ballistics, weaponId },
  }));
  const scenario = parseScenario(scenarioTexts);
  const key = new URLSearchParams({
    versus: formatBuilds(builds),
    ...formatScenario(scenario),
    ...(patch !== SHOWN_PATCH && { patch }),
  }).toString();
  return { game, contestants, scenario, patch, target: getTarget(scenario, arsenal.combat), key };
}

const MAX_VERSUS_LENGTH = 600;

/** The loadouts of a squad, and what it lacks in a sentence. */
export type OpenedSquad = { game: GameId; members: readonly ShareContent[]; gaps: string | null; key: string };

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
export const VERSUS_PICTURE_PATH = "/pictures/versus.png";
export const SQUAD_PICTURE_PATH = "/pictures/squad.png";
export const PICTURE = { width: 1200, height: 630 } as const;
