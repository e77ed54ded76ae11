// What nothing under /api answers, in the form of its other answers.
import type { Context as Call } from "hono";

export const TOO_LARGE = "This is too large to send at once.";

export const noSuchCall = (c: Call): Response =>
  c.json({ code: "NOT_FOUND", message: "There is no such call." }, 404, { "Cache-Control": "no-store" });
