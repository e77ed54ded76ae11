// Responses that are the same for everybody, as the bytes that are sent: whole, compressed, and tagged by their content.
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { ComputingCache } from "#platform/cache.ts";
import { getTag, isKnown, negotiateEncoding } from "#platform/http/negotiation.ts";
import type { FastResponse } from "#server/http/http-server.ts";

type CachedResponse = { tag: string; identity: Buffer; br: Buffer };
type RequestHeaders = Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">;

/** Of all responses together. Every list and weapon of both games takes a fifth of it. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A millisecond for the largest response. A higher one takes sixteen for three bytes of a hundred. */
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
  const cache = new ComputingCache<CachedResponse>(maxBytes, ({ identity, br }) => identity.length + br.length);
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
      return response?.identity ?? Buffer.from(await compute());
    },
  };
}

async function compressed(json: string | Uint8Array): Promise<CachedResponse> {
  const identity = Buffer.from(json);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  return { tag: getTag(identity), identity, br: await promisify(brotliCompress)(identity, { params }) };
}

function toAnswer({ tag, identity, br }: CachedResponse, requested: RequestHeaders): FastResponse {
  const { "accept-encoding": acceptEncoding = "", "if-none-match": ifNoneMatch = "" } = requested;
  const headers = [...HEADERS, "ETag", tag];
  if (isKnown(ifNoneMatch, tag)) return { status: 304, headers, body: "" };
  return negotiateEncoding(acceptEncoding, ["br"]) === "br"
    ? { status: 200, headers: [...headers, "Content-Encoding", "br"], body: br }
    : { status: 200, headers, body: identity };
}
