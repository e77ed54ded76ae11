// What a request accepts: the stored content encoding for it, and whether it is answered with a page.
import { createHash } from "node:crypto";

/** What stands before a request's body, of Node's requests and of web ones. */
export type RequestHead = { method: string; url: string; header(name: string): string | undefined };

export const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Whether a person sees what the request is answered with: a browser opens its address, or posts a form to it. A script's own
 * call names another mode, and JSON is never a form.
 */
export function isOpened(head: RequestHead): boolean {
  if (!head.header("accept")?.includes("text/html")) return false;
  const isCall = head.method === "POST" && JSON_TYPE.test(head.header("content-type") ?? "");
  return !isCall && (head.header("sec-fetch-mode") ?? "navigate") === "navigate";
}

export type Encoding = "br" | "gzip" | "identity";

/** The first of these encodings that the header accepts; "identity" if it accepts none of them. */
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

/** The ETag of the content; weak, since all its encodings share it. */
export const getTag = (content: string | Uint8Array): string =>
  `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

/** Whether the client already has this version. */
export const isKnown = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(",")
    .map((candidate) => candidate.trim().replace(/^W\//, ""))
    .some((candidate) => candidate === "*" || `W/${candidate}` === tag);
