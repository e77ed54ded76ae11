// Answers that are the same for everybody, kept as the bytes that are sent: whole, compressed, and known by their content.
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { encodingFor, isKnown, tagOf } from "#server/http/negotiation.ts";
import type { QuickAnswer } from "#server/http/quick-answer.ts";

type Kept = { tag: string; identity: Buffer; br: Buffer };
type Wanted = Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">;

/** What all of them may take together. Every list of both games takes a tenth of it. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Beyond this nothing is gained that a reader would notice. */
const QUALITY = 9;

/** Browsers ask each time whether it still holds, and mostly hear that it does. */
const HEADERS = [
  ...["Content-Type", "application/json"],
  ...["Vary", "trpc-accept, accept, accept-encoding"],
  ...["Cache-Control", "public, no-cache"],
] as const;

export type PublishedAnswers = {
  /** The kept answer of this name in the form that is wanted; null where none is kept. */
  answer(name: string, wanted: Wanted): QuickAnswer | null;
  /** Keeps the JSON under the name, in place of what was used least lately. */
  keep(name: string, json: string): Promise<void>;
};

export function createPublishedAnswers(): PublishedAnswers {
  const answers = new Map<string, Kept>();
  let bytes = 0;
  const forget = (name: string) => {
    bytes -= sizeOf(answers.get(name));
    answers.delete(name);
  };
  return {
    answer(name, wanted) {
      const kept = answers.get(name);
      if (!kept) return null;
      answers.delete(name);
      answers.set(name, kept);
      return answerOf(kept, wanted);
    },
    async keep(name, json) {
      const identity = Buffer.from(json);
      const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
      const kept = { tag: tagOf(identity), identity, br: await promisify(brotliCompress)(identity, { params }) };
      forget(name);
      answers.set(name, kept);
      bytes += sizeOf(kept);
      for (const oldest of answers.keys()) {
        if (bytes <= MOST_BYTES) return;
        forget(oldest);
      }
    },
  };
}

const sizeOf = (kept: Kept | undefined): number => (kept ? kept.identity.length + kept.br.length : 0);

function answerOf({ tag, identity, br }: Kept, wanted: Wanted): QuickAnswer {
  const { "accept-encoding": acceptEncoding = "", "if-none-match": ifNoneMatch = "" } = wanted;
  const headers = [...HEADERS, "ETag", tag];
  if (isKnown(ifNoneMatch, tag)) return { status: 304, headers, body: "" };
  return encodingFor(acceptEncoding, ["br"]) === "br"
    ? { status: 200, headers: [...headers, "Content-Encoding", "br"], body: br }
    : { status: 200, headers, body: identity };
}
