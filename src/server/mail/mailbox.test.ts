import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMailbox, storeInMailbox } from "./mailer.ts";

const mail = (subject: string) => Buffer.from(`To: al@example.com\r\nSubject: ${subject}\r\n\r\nHello`);

test("readMailbox lists the mails newest first, reads each file once, and drops removed files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const subjects = async () => (await readMailbox(folder)).map(({ subject }) => subject);
  try {
    await storeInMailbox(folder, mail("First"));
    expect(await subjects()).toEqual(["First"]);
    const [first = ""] = await readdir(folder);
    await writeFile(join(folder, first), mail("Written over"));
    await writeFile(join(folder, `9${first}`), mail("Second"));
    expect(await subjects()).toEqual(["Second", "First"]);
    await rm(join(folder, first));
    expect(await subjects()).toEqual(["Second"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
