// Refuses passwords that are guessed first, wherever a new one is chosen.
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { z } from "zod";
import { isGuessable, PASSWORD_LENGTH } from "#domain/account/account.ts";

/** The calls that choose a password, and the field it stands in. */
const FIELDS: Record<string, "password" | "newPassword"> = {
  "/sign-up/email": "password",
  "/reset-password": "newPassword",
  "/change-password": "newPassword",
};

/** Read when the first password is chosen: a start would wait for it. */
let list: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** Throws a refusal in one sentence. */
export async function refuseGuessable(password: string, email?: string): Promise<void> {
  list ??= readList();
  // A password that is too short gets its own error.
  if (password.length < PASSWORD_LENGTH.min || !isGuessable(password, await list, email)) return;
  const message = "This password is too easy to guess. Choose another one.";
  throw APIError.from("BAD_REQUEST", { code: "PASSWORD_TOO_COMMON", message });
}

const chosen = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  newPassword: z.string().optional(),
});

const judge = createAuthMiddleware(async (ctx) => {
  const { data } = chosen.safeParse(ctx.body);
  const password = data?.[FIELDS[ctx.path] ?? "password"];
  if (password === undefined) return;
  await refuseGuessable(password, data?.email ?? (await getSessionFromCtx(ctx))?.user.email);
});

export const commonPasswords = {
  id: "common-passwords",
  hooks: { before: [{ matcher: ({ path }) => path !== undefined && path in FIELDS, handler: judge }] },
} satisfies BetterAuthPlugin;
