// What the account library would let through and a database or a mail would not bear; judged before its own checks.
import { APIError, createAuthMiddleware } from "better-auth/api";
import { z } from "zod";
import { isPrintable } from "#domain/text.ts";
import { isValidText } from "#platform/database/valid-text.ts";

/** RFC 5321: a longer address cannot receive mail and exceeds what a PostgreSQL index accepts. */
const email = z.string().max(254);

/** Of a person, a platoon, a team or a passkey. */
const name = z.string().max(80).refine(isPrintable).optional();

const fields = z.object({
  name,
  /** What the calls that change a platoon or a team wrap their fields in. */
  data: z.object({ name }).optional(),
  image: z.string().max(2000).nullish(),
  email: email.optional(),
  newEmail: email.optional(),
});

/** A passkey is named before its ceremony. */
const queryFields = z.object({ name });

/** Runs before every account call: what is refused gets 400 in the words of the specification. */
export const refuseUnfitFields = createAuthMiddleware(async ({ body, query }) => {
  const isQueryFit = isValidText(query) && (!query || queryFields.safeParse(query).success);
  if (!isQueryFit) throw APIError.from("BAD_REQUEST", refusal("query"));
  const isFit = isValidText(body) && (!body || fields.safeParse(body).success);
  if (!isFit) throw APIError.from("BAD_REQUEST", refusal("body"));
});

const refusal = (part: "body" | "query") => ({
  code: `INVALID_${part.toUpperCase()}`,
  message: `Invalid ${part} parameters`,
});
