// Many answers of public queries in one: what a browser stores for offline use, where each answers its own query.
import { inTimeSlice } from "#platform/event-loop.ts";

/** A call of a cached procedure, with its path and input as a browser sends them. */
export type PublicQuery = {
  path: `arsenal.${string}` | `catalogue.${string}`;
  input?: object;
  /** Computes what the procedure answers to this input. */
  read: () => object | Promise<object>;
};

/** The result of a query beside what identifies it; a query without an input has none here. */
export type PublicAnswer = Omit<PublicQuery, "read"> & { data: object };

/** The answers of all queries in their order, each computed in a time slice of its own. */
export async function answerAll(queries: readonly PublicQuery[]): Promise<PublicAnswer[]> {
  const answers: PublicAnswer[] = [];
  for (const { read, ...query } of queries) answers.push({ ...query, data: await inTimeSlice(read) });
  return answers;
}
