import { escapeUnprintable } from "#domain/text.ts";
import { type AdminCommand, type AdminParts, quoted } from "#server/admin/admin-commands.ts";
import { dismissReports, listReportedShares, withdrawShare } from "./repository.ts";

export const REPORT_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  reports: { takes: [], does: "what was reported of shared loadouts, the most reported first", run: reports },
  withdraw: { takes: ["SHARE"], does: "takes a shared loadout down, and its reports off the list", run: withdraw },
  dismiss: { takes: ["SHARE"], does: "leaves it public, and takes its reports off the list", run: dismiss },
};

async function reports({ db }: AdminParts): Promise<string> {
  const shares = await listReportedShares(db);
  if (shares.length === 0) return "Nothing was reported.\n";
  const lines = shares.map(({ id, game, name, userId, reports }) => {
    const given = reports.map(({ reason, text }) => `    ${reason}${text && `: ${quoted(text)}`}`);
    return [`${id}  /${game}?s=${id}  of ${userId}  ${quoted(name)}`, ...given].join("\n");
  });
  return `${lines.join("\n")}\n`;
}

async function withdraw({ db, now, audit }: AdminParts, id = ""): Promise<string> {
  await audit("withdraw", id);
  if (!(await withdrawShare(db, id, now()))) throw new Error(`There is no share ${escapeUnprintable(id)}.`);
  return `${escapeUnprintable(id)} is taken down.\n`;
}

async function dismiss({ db, audit }: AdminParts, id = ""): Promise<string> {
  await audit("dismiss", id);
  const count = await dismissReports(db, id);
  return `${count} report${count === 1 ? "" : "s"} of ${escapeUnprintable(id)} dismissed.\n`;
}
