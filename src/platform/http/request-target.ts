import type { IncomingMessage, ServerResponse } from "node:http";

// Normalizes request paths before they are counted, routed or logged.

/** The normalized path of a request, and its query as it was sent. */
export type RequestTarget = { path: string; query: string };

/** Characters that no path of this site contains: backslashes, fragments and characters that must be percent-encoded. */
const FOREIGN_CHARACTER = /[^\x21-\x7e]|[\\#"<>^`{|}]/;
/** Dot segments and encoded separators, which programs resolve differently. */
const AMBIGUOUS = /%(?:2f|5c|2e)|(?:^|\/)\.{1,2}(?=\/|$)/i;
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Decodes the path and encodes only the characters that need it, so that `%2C`, `,` and `%2c` are the same address for
 * limits, routes and the log. Returns null for a path with dot segments, encoded separators, control characters or invalid
 * encoding.
 */
export function parseRequestTarget(url: string): RequestTarget | null {
  const queryStart = url.indexOf("?");
  const [path, query] = queryStart < 0 ? [url, ""] : [url.slice(0, queryStart), url.slice(queryStart + 1)];
  if (!path.startsWith("/") || FOREIGN_CHARACTER.test(path) || AMBIGUOUS.test(path)) return null;
  if (!path.includes("%")) return { path, query };
  try {
    const decoded = decodeURIComponent(path);
    return CONTROL_CHARACTER.test(decoded)
      ? null
      : { path: encodeURI(decoded).replace(/[?#]/g, encodeURIComponent), query };
  } catch {
    return null;
  }
}

// The body of a request is read before the app runs, so that one limit holds for every call and transfer encoding.

/** The browser parses larger files and sends their content in several calls. */
const MAX_BODY_BYTES = 64 * 1024;

/** A refused body is discarded up to this size and time: closing earlier could reset the connection before the client has read the response. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Returns the whole body, or null as soon as it exceeds `MAX_BODY_BYTES`. Never resolves if the client disconnects. */
export function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return Promise.resolve(null);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const addChunk = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) return void chunks.push(chunk);
      request.off("data", addChunk);
      resolve(null);
    };
    request.on("data", addChunk);
    request.once("end", () => resolve(Buffer.concat(chunks)));
  });
}

/** Ends the response once the client has sent the rest of its refused request. */
export function endAfterRequest(request: IncomingMessage, response: ServerResponse): void {
  let left = MAX_DISCARDED_BYTES;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, MAX_DISCARD_MS).unref();
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once("end", end);
  request.once("close", end);
  request.resume();
}
