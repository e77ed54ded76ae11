// Where a figure of the arsenal comes from. Every figure names one of these records by `sourceId`.
import { z } from "zod";
import { GRADES } from "./figure.ts";

export const source = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  /** Public repository and path, `owner/repository:path`; null where there is none (memory, a rule of ours). */
  origin: z.string().min(1).nullable(),
  /** The version of the game the source describes, e.g. "6.2.0" or "2015-04-07". */
  patch: z.string().min(1),
  grade: z.enum(GRADES),
  /** What a reader should know before trusting it. */
  note: z.string().nullable(),
});

export type Source = z.infer<typeof source>;

/** A list of claims about one figure; empty where no source gives it, two or more where sources confirm or disagree. */
export const claims = <T extends z.ZodType>(value: T) => z.array(z.object({ value, sourceId: z.string().min(1) }));

/** A measured figure. Zero is never a way to say "unknown", so it is refused where only a real quantity makes sense. */
export const quantity = z.number().positive();
