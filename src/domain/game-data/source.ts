// The sources of the arsenal's figures. Every figure names its source by `sourceId`.
import { z } from "zod";
import { GRADES } from "./figure.ts";

export const source = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  /** Public repository and path, `owner/repository:path`; null for memory and for rules of this site. */
  origin: z.string().min(1).nullable(),
  /** The version of the game the source describes, e.g. "6.2.0" or "2015-04-07". */
  patch: z.string().min(1),
  grade: z.enum(GRADES),
  /** A caveat about the source's reliability. */
  note: z.string().nullable(),
});

export type Source = z.infer<typeof source>;

/** A schema for the claims about one figure: empty if no source gives it, two or more if several sources do. */
export const createClaimsSchema = <T extends z.ZodType>(value: T) =>
  z.array(z.object({ value, sourceId: z.string().min(1) }));

/** A measured figure. Zero is refused, as it must not stand for "unknown". */
export const quantity = z.number().positive();
