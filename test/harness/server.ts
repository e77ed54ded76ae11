// One server of a world: its context and its HTTP server, which has no port yet.
import type { Server } from "node:http";
import { join } from "node:path";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { ALL_LANGUAGES } from "#messages/languages.ts";
import { createApp } from "#server/app.ts";
import { readArsenals } from "#server/arsenals.ts";
import type { Auth } from "#server/auth/auth.ts";
import { createPasswordHasher, type PasswordHasher } from "#server/auth/credentials/password.ts";
import { acceptRotatedSignatures } from "#server/auth/sessions/secret-rotation.ts";
import type { Config } from "#server/config/config.ts";
import { type Context, openContext } from "#server/context.ts";
import { FEATURES } from "#server/features.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import { openSite } from "#server/http/site.ts";
import type { SendMail } from "#server/mail/mailer.ts";
import { createLibrary, libraryApp } from "./library.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Whether the contract's checks are run against the account library as it comes. */
/** Whether the tests run against the account library as it comes, without our data calls. */
export const IS_LIBRARY = process.env["CONTRACT"] === "library";
const CHEAP_HASH = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/** Read once: no world changes them. */
let cached: Arsenals | undefined;
const arsenals = (): Arsenals => (cached ??= readArsenals(join(ROOT, "data")));

export type ServerParts = {
  /** Whether to serve the built site, too. */
  withSite?: boolean | undefined;
  /** In place of a cheap hash. */
  passwords?: PasswordHasher | undefined;
  /** In place of the mailbox. */
  sendMail?: SendMail | undefined;
};

/** What a server owns, its account system at hand. */
export type WorldContext = Context & { auth: Auth };
export type WorldServer = AsyncDisposable & { context: WorldContext; httpServer: Server };

export async function openServer(config: Config, parts: ServerParts): Promise<WorldServer> {
  const { withSite = false, sendMail, passwords = createPasswordHasher(CHEAP_HASH) } = parts;
  const own = await openContext(config, {
    features: FEATURES,
    arsenals: arsenals(),
    languages: ALL_LANGUAGES,
    passwords,
    ...(sendMail && { sendMail }),
    ...(IS_LIBRARY && { createAuth: createLibrary }),
  });
  const context = { ...own, auth: await own.accounts() };
  const site = withSite ? openSite(join(ROOT, "dist"), context) : null;
  const httpServer = createHttpServer(IS_LIBRARY ? libraryApp(context.auth) : createApp(context, site), context);
  acceptRotatedSignatures(httpServer, config);
  return {
    context,
    httpServer,
    async [Symbol.asyncDispose]() {
      httpServer.closeAllConnections();
      httpServer.close();
      await context[Symbol.asyncDispose]();
    },
  };
}
