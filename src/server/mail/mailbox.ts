// Mail on a machine without SMTP: one .eml file each, readable by the owner of the process alone.
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type StoredMail = { to: string; subject: string; text: string; html: string; sentAt: string };

/** The mailbox page shows this many. */
const NEWEST = 200;

export async function keepInMailbox(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Names sort by time; a mail appears whole or not at all.
  const path = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.eml`);
  await writeFile(`${path}.part`, message, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** The newest mails of the folder, newest first; none while the folder does not exist. */
export async function readMailbox(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, NEWEST);
  const paths = newest.map((name) => join(folder, name));
  read = new Map(paths.map((path) => [path, read.get(path) ?? readMail(path)]));
  return Promise.all(read.values());
}

/** The mails that were last shown, by path: a mail's file never changes. */
let read: ReadonlyMap<string, Promise<StoredMail>> = new Map();

async function readMail(path: string): Promise<StoredMail> {
  const { default: PostalMime } = await import("postal-mime");
  const { to, subject, text, html, date } = await PostalMime.parse(await readFile(path));
  const sentAt = date ? new Date(date).toISOString() : "";
  return { to: to?.[0]?.address ?? "", subject: subject ?? "", text: text?.trim() ?? "", html: html ?? "", sentAt };
}
