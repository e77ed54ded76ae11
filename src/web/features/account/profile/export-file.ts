import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { DataClient } from "#web/data/trpc.ts";

type ExportPage = inferRouterOutputs<AppRouter>["account"]["export"];

/** How many of all rows have arrived. */
export type ExportProgress = { done: number; total: number };

export type ExportFile = { content: Blob; date: string };

/**
 * Everything the person owns, as one JSON file. Each page becomes a Blob of its own: the text of a large account would be
 * longer than a string can be.
 */
export async function downloadExport(
  { account }: DataClient,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportFile> {
  let page: ExportPage = await account.export.query(undefined, { signal });
  const { about, exportedAt } = page;
  if (!about) throw new TypeError("The first page has no account.");
  const { tables, rowCount, ...owner } = about;
  const lists = tables.map((table): [table: typeof table, parts: Blob[]] => [table, []]);
  for (let done = 0; ; page = await account.export.query({ cursor: page.nextCursor }, { signal })) {
    for (const [table, parts] of lists) {
      const rows = page.rows[table] ?? [];
      if (rows.length > 0) parts.push(new Blob([rows.map((row) => JSON.stringify(row)).join(",\n")]));
      done += rows.length;
    }
    onProgress({ done, total: rowCount });
    if (!page.nextCursor) break;
  }
  const head = JSON.stringify({ exportedAt, ...owner }).slice(0, -1);
  const body = lists.flatMap(([table, parts]) => [
    `,\n${JSON.stringify(table)}:[`,
    ...parts.flatMap((part, index) => (index > 0 ? [",\n", part] : [part])),
    "]",
  ]);
  return { content: new Blob([head, ...body, "}"], { type: "application/json" }), date: exportedAt.slice(0, 10) };
}
