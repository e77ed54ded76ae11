// The preview picture of a shared loadout: drawn on the server, one at a time, and cached.
import type { MiddlewareHandler } from "hono";
import { GAMES } from "#domain/game.ts";
import type { SharedLoadout } from "#domain/loadout/sharing/share.ts";
import { getClientKey } from "#platform/http/client-address.ts";
import type { Context } from "#server/context.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import { createMeter } from "#server/limits/rate-limiter.ts";
import { openShare } from "./opened.ts";

/** Pictures one client may request; cached ones count too. */
const SHARE = { most: 60, windowMs: 60_000 };
/** Drawings that may wait for their turn. */
const MAX_QUEUE_LENGTH = 20;
const MAX_CACHED_PICTURES = 200;

type Draw = (shared: SharedLoadout, arsenals: Context["arsenals"]) => Promise<Buffer>;

/** The same renderer and fonts serve every picture; they are read with the first. */
const draw: Draw = async (shared, arsenals) => {
  const { drawLoadout } = await import("./drawing.ts");
  return drawLoadout(shared, arsenals);
};

/** GET /pictures/loadout.png?game=…&s=… or &l=…: 1200 × 630 px. */
export function sharePicture(context: Context): MiddlewareHandler<AppEnvironment> {
  const meter = createMeter(SHARE, () => context.now().getTime());
  const cached = new Map<string, Buffer>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function inTurn(key: string, shared: SharedLoadout): Promise<Buffer> {
    waiting += 1;
    const turn = last.then(async () => cached.get(key) ?? (await draw(shared, context.arsenals)));
    last = turn.catch(() => {}).finally(() => (waiting -= 1));
    const drawn = await turn;
    cached.set(key, drawn);
    for (const oldest of cached.keys()) if (cached.size > MAX_CACHED_PICTURES) cached.delete(oldest);
    return drawn;
  }

  return async (c) => {
    const game = GAMES.find((id) => id === c.req.query("game"));
    const waitMs = meter.count(getClientKey(c.env.clientAddress));
    if (waitMs > 0) return c.text("Too many requests.", 429, { "Retry-After": String(Math.ceil(waitMs / 1000)) });
    const opened = game && (await openShare(context, game, (name) => c.req.query(name)));
    if (opened?.kind !== "loadout") return c.text("Not found", 404);
    const present = cached.get(opened.key);
    if (!present && waiting >= MAX_QUEUE_LENGTH) return c.text("Busy.", 503, { "Retry-After": "5" });
    const png = present ?? (await inTurn(opened.key, opened.shared));
    // A code never changes; a share may be revoked, and then no shared cache has its picture.
    const isShare = c.req.query("s") !== undefined;
    const caching = isShare ? "private, no-cache" : "public, max-age=3600";
    const headers = { "Content-Type": "image/png", "Cache-Control": caching };
    return c.body(Uint8Array.from(png), 200, { ...headers, "Cross-Origin-Resource-Policy": "cross-origin" });
  };
}
