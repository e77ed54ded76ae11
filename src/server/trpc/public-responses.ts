// Combines the results of many public queries in one response, which a browser stores as separate results for offline use.
import { runInTimeSlice } from "#platform/event-loop.ts";

/** A query of a cached procedure, with path and input as sent by a browser. */
export type PublicQuery = {
  path: `arsenal.${string}` | `catalogue.${string}`;
  input?: object;
  /** Returns the procedure's result for this input. */
  read: () => object | Promise<object>;
};

/** The result of a query with its path and input. */
export type PublicResponse = Omit<PublicQuery, "read"> & { data: object };

/** Returns the results of all queries in order, each computed in its own time slice. */
export async function runQueries(queries: readonly PublicQuery[]): Promise<PublicResponse[]> {
  const responses: PublicResponse[] = [];
  for (const { read, ...query } of queries) responses.push({ ...query, data: await runInTimeSlice(read) });
  return responses;
}
