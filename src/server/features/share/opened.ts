// Resolves the address of a shared loadout: `?s=` is a stored share, `?l=` a code that contains it.
import { AppError } from "#domain/errors.ts";
import type { GameId } from "#domain/game.ts";
import { type SharedLoadout, shareId, UNNAMED } from "#domain/loadout/sharing/share.ts";
import { decodeShare } from "#domain/loadout/sharing/share-code.ts";
import type { Context } from "#server/context.ts";
import { getShare } from "./repository.ts";

export type Opened =
  | { kind: "loadout"; shared: SharedLoadout; key: string }
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
  const { name, loadout } = decoded;
  return { kind: "loadout", shared: { name: name || UNNAMED, loadout, note: null, author: null }, key: `l=${code}` };
}

async function openedById(db: Context["db"], id: string): Promise<Opened> {
  if (!shareId.safeParse(id).success) return { kind: "missing" };
  try {
    return { kind: "loadout", shared: await getShare(db, id), key: `s=${id}` };
  } catch (error) {
    if (error instanceof AppError) return { kind: error.code === "share_revoked" ? "revoked" : "missing" };
    throw error;
  }
}

/** A loadout is opened on the page of its own game. */
const ofGame = (opened: Opened, game: GameId): Opened =>
  opened.kind === "loadout" && opened.shared.loadout.game !== game ? { kind: "missing" } : opened;

export const PICTURE_PATH = "/pictures/loadout.png";
export const PICTURE = { width: 1200, height: 630 } as const;
