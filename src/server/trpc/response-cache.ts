// A cache of responses that are the same for all users, uncompressed and compressed, with an ETag; and compression of large responses
// for one user.
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { ComputingCache } from "#platform/cache.ts";
import { getTag, matchesTag, negotiateEncoding } from "#platform/http/negotiation.ts";

type Content = {
  tag: string;
  br: Buffer<ArrayBuffer>;
  /** Null for a large response, which is decompressed for each client that does not accept Brotli. */
  identity: Buffer<ArrayBuffer> | null;
};

/** Maximum size of all cached responses. All lists and weapons of both games take a fifth of it. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Larger responses are cached only compressed: responses for offline use have 3 MB per language and would evict all others. */
const MAX_IDENTITY_BYTES = 512 * 1024;
/** Takes 1 ms for the largest response of a screen. A higher quality takes 16 ms and saves 3 %. */
const BROTLI_QUALITY = 5;

/** Browsers revalidate each time, and mostly get 304. */
const HEADERS = {
  "Content-Type": "application/json",
  Vary: "accept-encoding",
  "Cache-Control": "public, no-cache",
};

export type ResponseCache = {
  /**
   * Returns the response of this key in the encoding that the request accepts; concurrent calls share one computation. Returns null if
   * the computed response is an error, which is not cached.
   */
  get(key: string, headers: Headers, compute: () => Promise<Response>): Promise<Response | null>;
};

export function createResponseCache(maxBytes = MAX_BYTES): ResponseCache {
  const cache = new ComputingCache<Content>(maxBytes, ({ identity, br }) => (identity?.length ?? 0) + br.length);
  return {
    async get(key, headers, compute) {
      const content = await cache.get(key, async () => {
        const response = await compute();
        return response.ok ? toContent(Buffer.from(await response.arrayBuffer())) : null;
      });
      return content && toResponse(content, headers);
    },
  };
}

async function toContent(identity: Buffer<ArrayBuffer>): Promise<Content> {
  const br = await compress(identity);
  return { tag: getTag(identity), br, identity: identity.length > MAX_IDENTITY_BYTES ? null : identity };
}

/** Compresses in a worker thread, without blocking the event loop. */
const compress = (identity: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> =>
  promisify(brotliCompress)(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });

const acceptsBrotli = (requested: Headers): boolean =>
  negotiateEncoding(requested.get("accept-encoding") ?? "", ["br"]) === "br";

/** Returns an uncached response, compressed if the client accepts it. */
export async function compressFor(requested: Headers, response: Response): Promise<Response> {
  response.headers.append("Vary", "accept-encoding");
  if (!acceptsBrotli(requested)) return response;
  const headers = new Headers(response.headers);
  headers.set("Content-Encoding", "br");
  return new Response(await compress(Buffer.from(await response.arrayBuffer())), { headers });
}

async function toResponse({ tag, br, identity }: Content, requested: Headers): Promise<Response> {
  const headers = { ...HEADERS, ETag: tag };
  if (matchesTag(requested.get("if-none-match") ?? "", tag)) return new Response(null, { status: 304, headers });
  return acceptsBrotli(requested)
    ? new Response(br, { headers: { ...headers, "Content-Encoding": "br" } })
    : new Response(identity ?? (await promisify(brotliDecompress)(br)), { headers });
}
