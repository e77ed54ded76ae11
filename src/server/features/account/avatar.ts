// Avatars: WebP pictures of a fixed size, created by the browser, stored in the database and served only from our own origin.
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { AVATAR, AVATAR_PATH } from "#domain/account/account.ts";
import { m } from "#messages";
import type { Database } from "#server/database/database.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import { withPersonLock } from "#server/people/person-lock.ts";

/** Whether the bytes are a still WebP image of the avatar's size (RFC 9649) within the limit. */
export function isAvatar(bytes: Buffer): boolean {
  const size = bytes.length <= AVATAR.maxBytes ? getSize(bytes) : null;
  return size?.width === AVATAR.side && size.height === AVATAR.side;
}

function getSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP") {
    return null;
  }
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  const isAnimated = ((bytes[20] ?? 0) & 0x02) !== 0;
  if (kind !== "VP8X" || isAnimated) return null;
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

/** Replaces the avatar, or removes it for null; returns its URL. */
export async function saveAvatar(db: Database, userId: string, webp: string | null, now: Date): Promise<string | null> {
  const timestamp = now.toISOString();
  const id = randomUUID();
  const image = webp === null ? null : `${AVATAR_PATH}${id}`;
  await withPersonLock(db, userId, async (trx) => {
    await trx.deleteFrom("avatar").where("userId", "=", userId).execute();
    if (webp !== null)
      await trx.insertInto("avatar").values({ id, userId, webp, createdAt: timestamp, updatedAt: timestamp }).execute();
    await trx.updateTable("user").set({ image, updatedAt: now }).where("id", "=", userId).execute();
  });
  return image;
}

/** Serves an avatar by its id, which cannot be guessed and is never reused. */
export const serveAvatar =
  (db: Database): MiddlewareHandler<AppEnvironment> =>
  async (c) => {
    const id = c.req.param("id") ?? "";
    const avatar = await db.selectFrom("avatar").select("webp").where("id", "=", id).executeTakeFirst();
    if (!avatar) return c.json({ code: "NOT_FOUND", message: m.refusal_no_such_picture() }, 404);
    const headers = { "Content-Type": "image/webp", "Cache-Control": "private, max-age=31536000, immutable" };
    return c.body(Buffer.from(avatar.webp, "base64"), 200, headers);
  };
