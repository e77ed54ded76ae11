// A conventional query server as a peer: our router on tRPC's standalone server, with sessions read by the account library.
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import { appRouter } from "#server/router.ts";
import { makeWorld } from "#test/harness/world.ts";

const world = await makeWorld({
  environment: { EMAIL_VERIFICATION: "optional", PORT: process.env["ACCOUNTS_PORT"] ?? "" },
});
const { auth } = world.context;

const server = createHTTPServer({
  router: appRouter,
  basePath: "/api/trpc/",
  createContext: ({ req }) => {
    const headers = new Headers(req.headers.cookie === undefined ? {} : { cookie: req.headers.cookie });
    const user = async () => {
      const session = await auth.api.getSession({ headers });
      if (!session) return null;
      const { id, name, email } = session["user"];
      const { id: sessionId, createdAt } = session["session"];
      return { id, sessionId, name, email, isGuest: false, signedInAt: createdAt };
    };
    const requestContext = { clientKey: "", user, headers: () => headers, responseHeaders: new Headers() };
    return { ...world.context, primary: world.context.db, ...requestContext };
  },
});
server.listen(Number(process.env["PORT"]), "127.0.0.1");
