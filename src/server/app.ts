// The server as a value: what answers which path.
import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { type Context as Call, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AVATAR_PATH } from "#domain/account/avatar.ts";
import { Fault } from "#domain/fault.ts";
import { GAMES } from "#domain/game.ts";
import { answerAccountCall, noSuchCall } from "./auth/account-calls.ts";
import { withoutCachedSession } from "./auth/plugins/session-cache.ts";
import { authorizationOrigin } from "./auth/providers/authorization-origin.ts";
import type { Context } from "./context.ts";
import { avatarPicture } from "./features/account/avatar.ts";
import { sharePage } from "./features/share/page.ts";
import { sharePicture } from "./features/share/picture.ts";
import { PICTURE_PATH } from "./features/share/picture-place.ts";
import { clientKeyOf } from "./http/client-key.ts";
import { robotsText, sitemap } from "./http/crawlers.ts";
import type { AppEnvironment } from "./http/door.ts";
import { jsonGuard } from "./http/json-guard.ts";
import { mailboxPage } from "./http/mailbox-page.ts";
import { originGuard } from "./http/origin-guard.ts";
import { readLimit } from "./http/read-limit.ts";
import { redirectGuard } from "./http/redirect-guard.ts";
import type { Site } from "./http/site.ts";
import { appRouter } from "./router.ts";
import type { Visit } from "./trpc/visit.ts";

const LARGEST_BODY = 64 * 1024;
const LARGEST_BATCH = 10;
const TOO_LARGE = "This is too large to send at once.";
const NO_STORE = { "Cache-Control": "no-store" };

type AppCall = Call<AppEnvironment>;

/** The app over an open context; without a site, as in tests of the API, no page is served. */
export function createApp(context: Context, site: Site | null): Hono<AppEnvironment> {
  const { config, logger } = context;
  const app = new Hono<AppEnvironment>();
  app.use("/api/*", readLimit(context.now));
  app.use("/api/*", originGuard(config.origin));
  app.use("/api/*", jsonGuard);
  app.use(
    "/api/*",
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: (c) => c.json({ code: "PAYLOAD_TOO_LARGE", message: TOO_LARGE }, 413),
    }),
  );
  const toProvider = (provider: unknown) => authorizationOrigin(context.auth, provider);
  app.use("/api/auth/*", redirectGuard(config.origin, logger, toProvider));
  app.on(["GET", "POST"], "/api/auth/*", (c) => answerAccountCall(context, c));
  app.on(["GET", "POST"], "/api/trpc/*", (c) => answerDataCall(context, c));
  app.get(`${AVATAR_PATH}:id`, avatarPicture(context.db));
  app.all("/api/*", noSuchCall);
  app.get("/.well-known/change-password", (c) => c.redirect("/account?tab=security"));
  app.all("/.well-known/*", (c) => c.text("Not found", 404));
  app.get("/mailbox", mailboxPage(config));
  app.get("/robots.txt", robotsText(config.origin));
  app.get("/sitemap.xml", sitemap(config.origin));
  app.get(PICTURE_PATH, sharePicture(context));
  if (site) {
    for (const game of GAMES) app.get(`/${game}`, sharePage(context, site, game));
    app.get("*", (c) => site.answer(c));
  }
  app.notFound((c) => c.text("Not found", 404));
  app.onError((error, c) => {
    logger.error({ err: error, requestId: c.env.requestId }, "unexpected");
    const body = { code: "INTERNAL_SERVER_ERROR", message: "Something went wrong on our side." };
    return c.json({ ...body, requestId: c.env.requestId }, 500, NO_STORE);
  });
  return app;
}

async function answerDataCall(context: Context, c: AppCall): Promise<Response> {
  const { requestId } = c.env;
  const answer = await fetchRequestHandler({
    endpoint: "/api/trpc",
    req: c.req.raw,
    router: appRouter,
    createContext: ({ info }) => {
      if (info.calls.length > LARGEST_BATCH) throw new TRPCError({ code: "PAYLOAD_TOO_LARGE", message: TOO_LARGE });
      const { method, raw } = c.req;
      const headers = method === "GET" ? raw.headers : withoutCachedSession(raw.headers);
      return visitOf(context, headers, clientKeyOf(c.env.clientAddress));
    },
    responseMeta: ({ errors }) => {
      const waitS = errors.flatMap(({ cause }) => (cause instanceof Fault ? (cause.details["retryAfterS"] ?? []) : []));
      return waitS.length > 0 ? { headers: { "Retry-After": String(waitS[0]) } } : {};
    },
    onError: ({ error, path }) => {
      if (error.code === "INTERNAL_SERVER_ERROR") context.logger.error({ err: error, path, requestId }, "unexpected");
    },
  });
  // Some of the library's own refusals are JSON under another name.
  if (answer.status >= 400) answer.headers.set("Content-Type", "application/json");
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/** The session is looked up at most once, and only by a procedure that asks. */
function visitOf(context: Context, headers: Headers, clientKey: string): Visit {
  const { auth, config, db, budget, arsenals, changes, jobs, statistics, shareKey, now } = context;
  let user: ReturnType<Visit["user"]> | undefined;
  const readUser = async () => {
    // Renewing the session here would leave its cookie, which only an account call can set, to run out.
    const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
    if (!found) return null;
    const { id, name, email, isAnonymous } = found.user;
    return { id, name, email, isGuest: isAnonymous === true, signedInAt: found.session.createdAt };
  };
  const providers = config.providers.enabled;
  const rest = { shareKey, clientKey, providers, now, user: () => (user ??= readUser()) };
  return { auth, headers, db, budget, arsenals, changes, jobs, statistics, ...rest };
}
