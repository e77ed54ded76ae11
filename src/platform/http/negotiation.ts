// Content negotiation: content encodings, ETags, and whether a request expects a page.
import { createHash } from "node:crypto";

/** The head of a request, from Node or the Fetch API. */
export type RequestHead = { method: string; url: string; header(name: string): string | undefined };

export const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Whether a browser shows the response as a page: the request opens an address or submits a form. A script's request has
 * another Sec-Fetch-Mode or sends JSON.
 */
export function isPageRequest(head: RequestHead): boolean {
  if (!head.header("accept")?.includes("text/html")) return false;
  const isCall = head.method === "POST" && JSON_TYPE.test(head.header("content-type") ?? "");
  return !isCall && (head.header("sec-fetch-mode") ?? "navigate") === "navigate";
}

export type Encoding = "br" | "gzip" | "identity";

/** Returns the first offered encoding that the header accepts, or "identity". */
export function negotiateEncoding(acceptEncoding: string, offered: readonly Encoding[]): Encoding {
  const accepted = new Set(
    acceptEncoding
      .split(",")
      .map((choice) => choice.split(";").map((word) => word.trim().toLowerCase()))
      .filter(([, weight = "q=1"]) => !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  return offered.find((encoding) => accepted.has(encoding)) ?? "identity";
}

/** Returns the ETag of the content; it is weak because all encodings share it. */
export const getTag = (content: string | Uint8Array): string =>
  `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

/** Whether If-None-Match contains the tag, so that the client already has this version. */
export const matchesTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(",")
    .map((candidate) => candidate.trim().replace(/^W\//, ""))
    .some((candidate) => candidate === "*" || `W/${candidate}` === tag);
