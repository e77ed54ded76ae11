// The preview picture of a shared loadout: drawn on the server, one at a time, and cached.
import type { MiddlewareHandler } from "hono";
import pLimit from "p-limit";
import { GAMES } from "#domain/game.ts";
import type { SharedLoadout } from "#domain/loadout/sharing/share.ts";
import { ComputingCache } from "#platform/cache.ts";
import { getClientKey } from "#platform/http/client-address.ts";
import { createMemoryCounter } from "#platform/rate-limit.ts";
import type { Context } from "#server/context.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import { openShare } from "./opened.ts";

/** Pictures one client may request; cached ones count too. */
const SHARE = { max: 60, windowMs: 60_000 };
/** Drawings that may wait for their turn. */
const MAX_QUEUE_LENGTH = 20;
/** About 200 pictures. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

type Draw = (shared: SharedLoadout, arsenals: Context["arsenals"]) => Promise<Buffer>;

/** The same renderer and fonts serve every picture; they are read with the first. */
const draw: Draw = async (shared, arsenals) => {
  const { drawLoadout } = await import("./drawing.ts");
  return drawLoadout(shared, arsenals);
};

/** GET /pictures/loadout.png?game=…&s=… or &l=…: 1200 × 630 px. */
export function sharePicture(context: Context): MiddlewareHandler<AppEnvironment> {
  const count = createMemoryCounter(SHARE, () => context.now().getTime());
  const limit = pLimit(1);
  const pictures = new ComputingCache<Buffer>(MAX_CACHED_BYTES, (png) => png.length);
  return async (c) => {
    const game = GAMES.find((id) => id === c.req.query("game"));
    const waitMs = count(getClientKey(c.env.clientAddress));
    if (waitMs > 0) return c.text("Too many requests.", 429, { "Retry-After": String(Math.ceil(waitMs / 1000)) });
    const opened = game && (await openShare(context, game, (name) => c.req.query(name)));
    if (opened?.kind !== "loadout") return c.text("Not found", 404);
    const { key, shared } = opened;
    const isBusy = limit.activeCount + limit.pendingCount >= MAX_QUEUE_LENGTH;
    if (isBusy && !pictures.peek(key)) return c.text("Busy.", 503, { "Retry-After": "5" });
    const png = await pictures.get(key, () => limit(() => draw(shared, context.arsenals)));
    // A code never changes; a share may be revoked, and then no shared cache has its picture.
    const isShare = c.req.query("s") !== undefined;
    const caching = isShare ? "private, no-cache" : "public, max-age=3600";
    const headers = { "Content-Type": "image/png", "Cache-Control": caching };
    return c.body(Uint8Array.from(png), 200, { ...headers, "Cross-Origin-Resource-Policy": "cross-origin" });
  };
}
