// Which of the forms that an answer is kept in a request wants.
import { createHash } from "node:crypto";

export type Encoding = "br" | "gzip" | "identity";

/** Of the encodings in the order of our liking, the first that the header accepts; "identity" where it names none of them. */
export function encodingFor(acceptEncoding: string, offered: readonly Encoding[]): Encoding {
  const accepted = new Set(
    acceptEncoding
      .split(",")
      .map((choice) => choice.split(";").map((word) => word.trim().toLowerCase()))
      .filter(([, weight = "q=1"]) => !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  return offered.find((encoding) => accepted.has(encoding)) ?? "identity";
}

/** The content's tag; weak, since each of its encodings has the same. */
export const tagOf = (content: string | Uint8Array): string =>
  `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

/** Whether whoever asks has just this already. */
export const isKnown = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(",")
    .map((known) => known.trim().replace(/^W\//, ""))
    .some((known) => known === "*" || `W/${known}` === tag);
