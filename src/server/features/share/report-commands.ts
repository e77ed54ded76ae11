import { escapeUnprintable } from "#domain/text.ts";
import { type AdminCommand, type AdminParts, quoteText } from "#server/admin/admin-commands.ts";
import { dismissReports, listReportedShares, withdrawShare } from "./repository.ts";

export const REPORT_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  reports: {
    parameters: [],
    description: "lists the reports of shared loadouts, most reported first",
    run: reports,
  },
  withdraw: {
    parameters: ["SHARE"],
    description: "takes a shared loadout down and dismisses its reports",
    run: withdraw,
  },
  dismiss: {
    parameters: ["SHARE"],
    description: "leaves a shared loadout public and dismisses its reports",
    run: dismiss,
  },
};

async function reports({ db }: AdminParts): Promise<string> {
  const shares = await listReportedShares(db);
  if (shares.length === 0) return "Nothing was reported.\n";
  const lines = shares.map(({ id, game, name, userId, reports }) => {
    const reportLines = reports.map(({ reason, text }) => `    ${reason}${text && `: ${quoteText(text)}`}`);
    return [`${id}  /${game}?s=${id}  of ${userId}  ${quoteText(name)}`, ...reportLines].join("\n");
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
