// JSON in a few bytes of text: a year of snapshots is mostly the same names and numbers over again.
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** What `unpacked` reads back; a text, so that both databases and every dump hold it alike. */
export const compressedJson = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString("base64");

/** The value that was packed. */
export const parseCompressedJson = (text: string): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString());
