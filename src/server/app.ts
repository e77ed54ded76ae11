// The routes of the server.
import { type Context as Call, Hono } from "hono";
import { m } from "#messages";
import { lazy } from "#platform/cache.ts";
import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import { answerSession } from "#server/auth/sessions/session-of.ts";
import { createOutageResponse, jsonGuard, noSuchCall, originGuard } from "#server/http/guards.ts";
import { liveness, readiness } from "#server/http/health.ts";
import type { App, AppEnvironment } from "#server/http/http-server.ts";
import { withCaller } from "#server/http/language.ts";
import { lazyHandler } from "#server/http/late.ts";
import { redirectGuard } from "#server/http/redirect-guard.ts";
import { getRefusalPage, mailboxPage, refusalPages } from "#server/http/server-pages.ts";
import { robotsText, type Site, securityText, sitemap } from "#server/http/site.ts";
import type { Context } from "./context.ts";
import { FEATURES } from "./features.ts";

const NO_STORE = { "Cache-Control": "no-store" };

// Loaded by the first call, so that a start does not wait for it.
const accountCalls = lazy(() => import("./auth/account-calls.ts"));

/** Creates the app over an open context. Without a site, as in API tests, it serves no pages. */
export const createApp = (context: Context, site: Site | null): Hono<AppEnvironment> & App =>
  Object.assign(createRoutes(context, site), {
    findAddress: site?.findAddress,
    getRefusalPage: getRefusalPage.bind(null, context),
  });

function createRoutes(context: Context, site: Site | null): Hono<AppEnvironment> {
  const { config, logger } = context;
  const app = new Hono<AppEnvironment>();
  app.get("/api/health/live", liveness);
  app.get("/api/health/ready", readiness(context.health));
  app.use(refusalPages(context));
  app.get("/api/auth/get-session", answerSession(context));
  app.use("/api/*", originGuard(config.origin));
  app.use("/api/*", jsonGuard);
  const getProviderOrigin = (provider: unknown) => getAuthorizationOrigin(context, provider);
  app.use("/api/auth/*", redirectGuard(config.origin, logger, getProviderOrigin));
  app.on(["GET", "POST"], "/api/auth/*", async (c) => {
    const { answerAccountCall } = await accountCalls();
    return withCaller(c.req.raw.headers, context.languages, () => answerAccountCall(context, c));
  });
  const dataCalls = async () => (await import("./trpc/adapter.ts")).createTrpcHandler(context);
  app.on(["GET", "POST"], "/api/trpc/*", lazyHandler(dataCalls));
  for (const { routes } of FEATURES) routes?.(app, context, site);
  app.all("/api/*", noSuchCall);
  app.get("/.well-known/change-password", (c) => c.redirect("/account?tab=security"));
  app.get("/.well-known/security.txt", securityText(config, context.now));
  app.all("/.well-known/*", notFound);
  app.get("/mailbox", mailboxPage(context));
  app.get("/robots.txt", robotsText(config.origin));
  app.get("/sitemap.xml", sitemap(config.origin));
  if (site) app.get("*", (c) => site.respond(c));
  app.notFound(notFound);
  app.onError((error, c) => {
    if (isDatabaseUnavailable(error)) return createOutageResponse(error);
    logger.error({ err: error, requestId: c.env.requestId }, "unexpected");
    const body = { code: "INTERNAL_SERVER_ERROR", message: m.refusal_internal() };
    return c.json({ ...body, requestId: c.env.requestId }, 500, NO_STORE);
  });
  return app;
}

const notFound = (c: Call) => c.text(m.refusal_not_found(), 404);

/** Returns the origin of the provider's consent page, or null for a provider that is not enabled. */
async function getAuthorizationOrigin({ accounts }: Pick<Context, "accounts">, id: unknown): Promise<string | null> {
  const { socialProviders } = await (await accounts()).$context;
  const provider = socialProviders.find((candidate) => candidate.id === id);
  const url = await provider?.createAuthorizationURL({ state: "-", codeVerifier: "-", redirectURI: "-" });
  return url?.origin ?? null;
}
