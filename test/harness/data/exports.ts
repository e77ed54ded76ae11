// Reads all pages of an account export.
import type { Visitor } from "#test/harness/visitor.ts";

type Row = Record<string, unknown>;
type Page = Awaited<ReturnType<Visitor["trpc"]["account"]["export"]["query"]>>;

export type AccountExport = { exportedAt: string; pages: number; rowCount: number } & Record<string, unknown> & {
    rows: Record<string, Row[]>;
  };

export async function exportAccount({ trpc }: Visitor): Promise<AccountExport> {
  const first = await trpc.account.export.query();
  if (!first.about) throw new Error("The first page has no account.");
  const { tables, rowCount, ...about } = first.about;
  const rows: Record<string, Row[]> = Object.fromEntries(tables.map((table) => [table, []]));
  let pages = 0;
  for (let page: Page | null = first; page; ) {
    pages += 1;
    for (const [table, more] of Object.entries(page.rows)) rows[table]?.push(...more);
    page = page.nextCursor ? await trpc.account.export.query({ cursor: page.nextCursor }) : null;
  }
  return { exportedAt: first.exportedAt, ...about, pages, rowCount, rows };
}
