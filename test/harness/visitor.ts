import {
  createTRPCClient,
  type HTTPLinkOptions,
  httpBatchLink,
  httpLink,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import type { AppRouter } from "#api";
import { UNBATCHED } from "#domain/batch.ts";
import type { Language } from "#messages/languages.ts";

export type Visitor = {
  address: string;
  cookies: Map<string, string>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** POST with a JSON body, as a page of the site sends it. */
  post(path: string, body?: unknown): Promise<Response>;
  trpc: TRPCClient<AppRouter>;
};

let visitors = 0;

/** Returns the same user at another address, so that rate limits per address start at zero. */
export function moveToNewAddress({ cookies }: Visitor, { visitor }: { visitor(): Visitor }): Visitor {
  const moved = visitor();
  for (const [name, value] of cookies) moved.cookies.set(name, value);
  return moved;
}

/** Returns a client for the visitor's data calls as screens in another language make them. */
export const createTrpcInLanguage = ({ fetch: send }: Visitor, origin: string, language: Language): Visitor["trpc"] =>
  createTrpc(origin, (path, init) => send(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`, init));

function createTrpc(origin: string, send: Visitor["fetch"]): Visitor["trpc"] {
  const options = {
    url: `${origin}/api/trpc`,
    headers: { "x-trpc-source": "react-app" },
    fetch: ((input, init) => send(String(input), init as RequestInit)) satisfies HTTPLinkOptions<ClientTypes>["fetch"],
  };
  // As in the browser.
  const condition = ({ path }: { path: string }) => UNBATCHED.has(path);
  return createTRPCClient<AppRouter>({
    links: [splitLink({ condition, true: httpLink(options), false: httpBatchLink(options) })],
  });
}

type ClientTypes = AppRouter["_def"]["_config"]["$types"];

/** Creates an HTTP client that acts as a browser: with a cookie jar, the site's Origin, and a unique address. */
export function createVisitor(origin: string): Visitor {
  visitors += 1;
  const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
  const cookies = new Map<string, string>();
  const send: Visitor["fetch"] = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", address);
    if (!headers.has("origin")) headers.set("origin", origin);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(new URL(path, origin), { redirect: "manual", ...init, headers });
    storeCookies(cookies, response.headers.getSetCookie());
    return response;
  };
  return {
    address,
    cookies,
    fetch: send,
    post: (path, body = {}) =>
      send(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    trpc: createTrpc(origin, send),
  };
}

function storeCookies(cookies: Map<string, string>, setCookies: readonly string[]): void {
  for (const line of setCookies) {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const [name = "", ...value] = pair.split("=");
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name);
    else cookies.set(name, value.join("="));
  }
}
