// Responses that are the same for everybody, as the bytes that are sent: whole, compressed, and tagged by their content.
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { ComputingCache } from "#platform/cache.ts";
import { getTag, isKnown, negotiateEncoding } from "#platform/http/negotiation.ts";
import type { FastResponse } from "#server/http/http-server.ts";

type CachedResponse = {
  tag: string;
  br: Buffer;
  /** Null for a large response, which is decompressed for each client that does not accept Brotli. */
  identity: Buffer | null;
};
type RequestHeaders = Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">;

/** Of all responses together. Every list and weapon of both games takes a fifth of it. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Larger than any response but those for offline use: with a part of 3 MB for each language they would evict all others. */
const MAX_IDENTITY_BYTES = 512 * 1024;
/** A millisecond for the largest response of a screen. A higher one takes sixteen for three bytes of a hundred. */
const BROTLI_QUALITY = 5;

/** Browsers ask each time whether it still holds, and mostly hear that it does. */
const HEADERS = [
  ...["Content-Type", "application/json"],
  ...["Vary", "trpc-accept, accept, accept-encoding"],
  ...["Cache-Control", "public, no-cache"],
] as const;

export type ResponseCache = {
  /**
   * The response of this key in the form the request accepts, computed at most once at a time. `compute` gives the JSON
   * to cache, or null where there is nothing to cache: then the answer is null, too.
   */
  get(
    key: string,
    headers: RequestHeaders,
    compute: () => Promise<string | Uint8Array | null>,
  ): Promise<FastResponse | null>;
  /** The JSON of this key as it is, to be part of a larger response. */
  getJson(key: string, compute: () => Promise<string | Uint8Array>): Promise<Uint8Array>;
};

export function createResponseCache(maxBytes = MAX_BYTES): ResponseCache {
  const cache = new ComputingCache<CachedResponse>(maxBytes, ({ identity, br }) => (identity?.length ?? 0) + br.length);
  const read = (key: string, compute: () => Promise<string | Uint8Array | null>) =>
    cache.get(key, async () => {
      const json = await compute();
      return json === null ? null : compressed(json);
    });
  return {
    async get(key, headers, compute) {
      const response = await read(key, compute);
      return response && toAnswer(response, headers);
    },
    async getJson(key, compute) {
      const response = await read(key, compute);
      // Null only for a compute that gives null, which a single query does when it fails.
      return response ? getIdentity(response) : Buffer.from(await compute());
    },
  };
}

async function compressed(json: string | Uint8Array): Promise<CachedResponse> {
  const identity = Buffer.from(json);
  const br = await compress(identity);
  return { tag: getTag(identity), br, identity: identity.length > MAX_IDENTITY_BYTES ? null : identity };
}

/** In a thread of its own, while the event loop goes on. */
const compress = (identity: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });

/** A response that is one person's, compressed for a client that accepts it. */
export async function toPersonalAnswer(
  { status, headers, body }: FastResponse,
  { "accept-encoding": acceptEncoding = "" }: RequestHeaders,
): Promise<FastResponse> {
  if (negotiateEncoding(acceptEncoding, ["br"]) !== "br") return { status, headers, body };
  return { status, headers: [...headers, "Content-Encoding", "br"], body: await compress(Buffer.from(body)) };
}

const getIdentity = async ({ identity, br }: CachedResponse): Promise<Buffer> =>
  identity ?? promisify(brotliDecompress)(br);

async function toAnswer(response: CachedResponse, requested: RequestHeaders): Promise<FastResponse> {
  const { tag, br } = response;
  const { "accept-encoding": acceptEncoding = "", "if-none-match": ifNoneMatch = "" } = requested;
  const headers = [...HEADERS, "ETag", tag];
  if (isKnown(ifNoneMatch, tag)) return { status: 304, headers, body: "" };
  return negotiateEncoding(acceptEncoding, ["br"]) === "br"
    ? { status: 200, headers: [...headers, "Content-Encoding", "br"], body: br }
    : { status: 200, headers, body: await getIdentity(response) };
}
