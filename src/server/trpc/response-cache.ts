// Responses that are the same for everybody, as the bytes that are sent: whole, compressed, and tagged by their content; and large
// ones of one person, compressed.
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { ComputingCache } from "#platform/cache.ts";
import { getTag, isKnown, negotiateEncoding } from "#platform/http/negotiation.ts";

type Content = {
  tag: string;
  br: Buffer<ArrayBuffer>;
  /** Null for a large response, which is decompressed for each client that does not accept Brotli. */
  identity: Buffer<ArrayBuffer> | null;
};

/** Of all responses together. Every list and weapon of both games takes a fifth of it. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Larger than any response but those for offline use: with a part of 3 MB for each language they would evict all others. */
const MAX_IDENTITY_BYTES = 512 * 1024;
/** A millisecond for the largest response of a screen. A higher one takes sixteen for three bytes of a hundred. */
const BROTLI_QUALITY = 5;

/** Browsers ask each time whether it still holds, and mostly hear that it does. */
const HEADERS = {
  "Content-Type": "application/json",
  Vary: "accept-encoding",
  "Cache-Control": "public, no-cache",
};

export type ResponseCache = {
  /**
   * The response of this key in the form the request accepts, computed at most once at a time; null where the computed one is
   * no success, which is not cached.
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

/** In a thread of its own, while the event loop goes on. */
const compress = (identity: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> =>
  promisify(brotliCompress)(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });

const acceptsBrotli = (requested: Headers): boolean =>
  negotiateEncoding(requested.get("accept-encoding") ?? "", ["br"]) === "br";

/** A response that is one person's, compressed for a client that accepts it. */
export async function compressFor(requested: Headers, response: Response): Promise<Response> {
  response.headers.append("Vary", "accept-encoding");
  if (!acceptsBrotli(requested)) return response;
  const headers = new Headers(response.headers);
  headers.set("Content-Encoding", "br");
  return new Response(await compress(Buffer.from(await response.arrayBuffer())), { headers });
}

async function toResponse({ tag, br, identity }: Content, requested: Headers): Promise<Response> {
  const headers = { ...HEADERS, ETag: tag };
  if (isKnown(requested.get("if-none-match") ?? "", tag)) return new Response(null, { status: 304, headers });
  return acceptsBrotli(requested)
    ? new Response(br, { headers: { ...headers, "Content-Encoding": "br" } })
    : new Response(identity ?? (await promisify(brotliDecompress)(br)), { headers });
}
