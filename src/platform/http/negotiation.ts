// Chooses the stored content encoding that a request accepts.
import { createHash } from "node:crypto";

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
    .map((known) => known.trim().replace(/^W\//, ""))
    .some((known) => known === "*" || `W/${known}` === tag);
