// One server of a world: its context and its HTTP server, which does not listen yet.
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
import { createLibrary, createLibraryApp } from "./library.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Whether the tests run against the unchanged account library, without this project's data calls. */
export const IS_LIBRARY = process.env["CONTRACT"] === "library";
const CHEAP_HASH = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/** Read once, because no test changes them. */
let cached: Arsenals | undefined;
const getArsenals = (): Arsenals => (cached ??= readArsenals(join(ROOT, "data")));

export type ServerParts = {
  /** Whether the built site is served, too. */
  withSite?: boolean | undefined;
  /** Replaces the cheap hash. */
  passwords?: PasswordHasher | undefined;
  /** Replaces the mailbox. */
  sendMail?: SendMail | undefined;
};

/** The context of a server, with its account system already created. */
export type WorldContext = Context & { auth: Auth };
export type WorldServer = AsyncDisposable & { context: WorldContext; httpServer: Server };

export async function openServer(config: Config, parts: ServerParts): Promise<WorldServer> {
  const { withSite = false, sendMail, passwords = createPasswordHasher(CHEAP_HASH) } = parts;
  const baseContext = await openContext(config, {
    features: FEATURES,
    arsenals: getArsenals(),
    languages: ALL_LANGUAGES,
    passwords,
    ...(sendMail && { sendMail }),
    ...(IS_LIBRARY && { createAuth: createLibrary }),
  });
  const context = { ...baseContext, auth: await baseContext.accounts() };
  const site = withSite ? openSite(join(ROOT, "dist"), context) : null;
  const httpServer = createHttpServer(IS_LIBRARY ? createLibraryApp(context.auth) : createApp(context, site), context);
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
