// What the account library would let through and a database or a mail would not bear; judged before its own checks.
import { APIError, createAuthMiddleware } from "better-auth/api";
import { z } from "zod";
import { isStorable } from "#server/database/storable.ts";

/** RFC 5321: an address with more characters reaches nobody, and is more than a PostgreSQL index takes. */
const email = z.string().max(254);

const fields = z.object({
  name: z.string().max(80).optional(),
  image: z.string().max(2000).nullish(),
  email: email.optional(),
  newEmail: email.optional(),
});

/** Runs before every account call: what is refused gets 400 in the words of the specification. */
export const refuseUnfitFields = createAuthMiddleware(async ({ body, query }) => {
  if (!isStorable(query)) throw APIError.from("BAD_REQUEST", refusal("query"));
  const isFit = isStorable(body) && (!body || fields.safeParse(body).success);
  if (!isFit) throw APIError.from("BAD_REQUEST", refusal("body"));
});

const refusal = (part: "body" | "query") => ({
  code: `INVALID_${part.toUpperCase()}`,
  message: `Invalid ${part} parameters`,
});
