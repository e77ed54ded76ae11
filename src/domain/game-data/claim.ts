import { z } from "zod";

/** A list of claims about one figure; empty where no source gives it, two or more where sources confirm or disagree. */
export const claims = <T extends z.ZodType>(value: T) => z.array(z.object({ value, sourceId: z.string().min(1) }));

/** A measured figure. Zero is never a way to say "unknown", so it is refused where only a real quantity makes sense. */
export const quantity = z.number().positive();
