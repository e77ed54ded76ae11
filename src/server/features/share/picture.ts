// The preview picture of a shared loadout, builds against each other or a squad: drawn on the server, one at a time, and cached.
import type { MiddlewareHandler } from "hono";
import pLimit from "p-limit";
import { GAMES, type GameId } from "#domain/game.ts";
import { m } from "#messages";
import { ComputingCache } from "#platform/cache.ts";
import { getClientKey } from "#platform/http/client-address.ts";
import type { Context } from "#server/context.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import { getCallLanguage, withLanguage } from "#server/http/language.ts";
import { openShare, openSquad, openVersus, PICTURE_PATH, SQUAD_PICTURE_PATH, VERSUS_PICTURE_PATH } from "./opened.ts";

/** The pictures that a client may request, including cached ones. */
const REQUEST_LIMIT = { max: 60, windowMs: 60_000 };
/** Maximum of drawings that are running or waiting. */
const MAX_QUEUE_LENGTH = 20;
/** About 200 pictures. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** A picture to draw, and what its address may be cached for. */
type Picture = { key: string; caching: string; draw: () => Promise<Buffer> };

/** GET /pictures/loadout.png?game=…&s=… or &l=…, versus.png?game=…&versus=…, squad.png?game=…&squad=…: 1200 × 630 px. */
export function sharePicture(context: Context): MiddlewareHandler<AppEnvironment> {
  const count = context.createCounter("pictures", REQUEST_LIMIT);
  const limit = pLimit(1);
  const pictures = new ComputingCache<Buffer>(MAX_CACHED_BYTES, (png) => png.length);
  return async (c) => {
    const game = GAMES.find((id) => id === c.req.query("game"));
    const waitMs = await count(getClientKey(c.env.clientAddress));
    if (waitMs > 0)
      return c.text(m.refusal_too_many_requests(), 429, { "Retry-After": String(Math.ceil(waitMs / 1000)) });
    const open = OPENERS[c.req.path];
    // Only the address sets the language: it is the cache key, and chat programs request the picture for other people.
    const language = getCallLanguage(new URL(c.req.url).searchParams);
    const query = (name: string) => c.req.query(name);
    const picture = game && open && (await withLanguage(language, () => open(context, game, query)));
    if (!picture) return c.text(m.refusal_not_found(), 404);
    const { caching, draw } = picture;
    const key = `${language} ${picture.key}`;
    if (limit.activeCount + limit.pendingCount >= MAX_QUEUE_LENGTH && !pictures.peek(key))
      return c.text(m.refusal_busy(), 503, { "Retry-After": "5" });
    const png = await pictures.get(key, () => limit(() => withLanguage(language, draw)));
    const headers = { "Content-Type": "image/png", "Cache-Control": caching };
    return c.body(Uint8Array.from(png), 200, { ...headers, "Cross-Origin-Resource-Policy": "cross-origin" });
  };
}

type OpenPicture = (
  context: Context,
  game: GameId,
  query: (name: string) => string | undefined,
) => Promise<Picture | null>;

const PUBLIC = "public, max-age=3600";

// drawing.ts is imported with the first picture, because it loads the renderer and the fonts.

const openLoadoutPicture: OpenPicture = async (context, game, query) => {
  const opened = await openShare(context, game, query);
  if (opened?.kind !== "loadout") return null;
  // A code never changes; a share may be revoked, and then no shared cache has its picture.
  const caching = query("s") === undefined ? PUBLIC : "private, no-cache";
  const draw = async () => (await import("./drawing.ts")).drawLoadout(opened.shared, context.arsenals);
  return { key: opened.key, caching, draw };
};

const openVersusPicture: OpenPicture = async (context, game, query) => {
  const opened = openVersus(context, game, query);
  if (!opened) return null;
  const draw = async () => (await import("./drawing.ts")).drawVersus(opened);
  return { key: `${game}?${opened.key}`, caching: PUBLIC, draw };
};

const openSquadPicture: OpenPicture = async (context, game, query) => {
  const opened = openSquad(context, game, query);
  if (!opened) return null;
  const draw = async () => (await import("./drawing.ts")).drawSquad(opened, context.arsenals);
  return { key: `${game}?${opened.key}`, caching: PUBLIC, draw };
};

const OPENERS: Partial<Record<string, OpenPicture>> = {
  [PICTURE_PATH]: openLoadoutPicture,
  [SQUAD_PICTURE_PATH]: openSquadPicture,
  [VERSUS_PICTURE_PATH]: openVersusPicture,
};
