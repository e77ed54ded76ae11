import { open, rm } from "node:fs/promises";
import { escapeUnprintable } from "#domain/text.ts";
import { type AdminCommand, type AdminParts, type Person, withPerson } from "#server/admin/admin-commands.ts";
import { type ExportCursor, getExportAccount, getExportPage } from "./export.ts";

export const exportCommand: AdminCommand = {
  parameters: ["ID", "FILE"],
  description: "writes all that is the person's to a new file",
  run: withPerson(exportPerson),
};

/** Writes JSON lines: the account first, then a line for each page of rows. Only the operator may read the file. */
async function exportPerson(
  { db, people: { tables }, audit }: AdminParts,
  { id, email }: Person,
  path = "",
): Promise<string> {
  await audit("export", id);
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST"
      ? new Error(`${escapeUnprintable(path)} exists already; an export overwrites nothing.`)
      : error;
  });
  try {
    await file.write(`${JSON.stringify(await getExportAccount(db, tables, id))}\n`);
    let cursor: ExportCursor | null = null;
    do {
      const page = await getExportPage(db, tables, id, cursor);
      await file.write(`${JSON.stringify(page.rows)}\n`);
      cursor = page.nextCursor;
    } while (cursor !== null);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return `All that is of ${email} is in ${escapeUnprintable(path)}. It holds personal data.\n`;
}
