// Sets up progress data for tests that need it.
import { expect, type Page } from "@playwright/test";
import type { GameId } from "#domain/game.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { open } from "#test/e2e/site.ts";
import { someStatistics } from "#test/harness/data/soldiers.ts";
import { call, signInAsGuest } from "./locker.ts";

const HOUR_MS = 3_600_000;

type ReportedCounts = { counters: Statistics["counters"]; hoursAgo?: number; hoursPlayed?: number };

/** Saves a manually entered snapshot with these counts. */
export async function tell(
  page: Page,
  soldierId: string,
  { counters, hoursAgo = 0, hoursPlayed = 10 }: ReportedCounts,
) {
  const takenAt = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  const statistics = someStatistics(0, { counters, figures: { secondsPlayed: hoursPlayed * 3600 } });
  await call(page, "soldier.saveTyped", { id: crypto.randomUUID(), soldierId, takenAt, statistics });
}

/** A guest with a soldier of Battlefield 4 of whom the service knows nothing, and these snapshots do. */
export async function guestWithCounts(page: Page, ...reported: readonly ReportedCounts[]): Promise<string> {
  await signInAsGuest(page);
  const id = crypto.randomUUID();
  const soldier = { id, game: "bf4", platform: "pc", name: "unknown", playerId: null, relation: "mine" };
  await call(page, "soldier.add", soldier);
  for (const snapshot of reported) await tell(page, id, snapshot);
  return id;
}

/** Opens a list of the section. */
export async function openProgress(page: Page, more = "", game: GameId = "bf4"): Promise<void> {
  await open(page, `/${game}?tab=progress${more}`);
  await expect(page.getByRole("combobox", { name: "Soldier" })).toBeVisible();
}

/** The list row with this name as its heading. */
export const getRow = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true, level: 3 }) });

/** The names of a list, from the top. */
export const getNames = (page: Page, list: string): Promise<string[]> =>
  page
    .getByRole("list", { name: list, exact: true })
    .getByRole("heading", { level: 3 })
    .evaluateAll((all) => all.map((heading) => heading.firstChild?.textContent ?? ""));
