// Sets up progress data for tests that need it.
import { expect, type Page } from "@playwright/test";
import type { GameId } from "#domain/game.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { open } from "#test/e2e/site.ts";
import { buildStatistics, getWeaponTable } from "#test/harness/data/soldiers.ts";
import { call, signInAsGuest } from "./locker.ts";

const HOUR_MS = 3_600_000;

type ReportedCounts = {
  counters: Statistics["counters"];
  hoursAgo?: number;
  hoursPlayed?: number;
  /** The hours of use of each weapon, by weapon id. */
  hoursWith?: Readonly<Record<string, number>>;
};

/** Saves a manually entered snapshot with these counts. */
export async function saveSnapshot(
  page: Page,
  soldierId: string,
  { counters, hoursAgo = 0, hoursPlayed = 10, hoursWith = {} }: ReportedCounts,
) {
  const takenAt = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  const statistics = buildStatistics(0, {
    counters,
    figures: { secondsPlayed: hoursPlayed * 3600 },
    tables: getWeaponTable(counters, hoursWith),
  });
  await call(page, "soldier.saveTyped", { id: crypto.randomUUID(), soldierId, takenAt, statistics });
}

/** Signs in as a guest with a Battlefield 4 soldier that is unknown to the service and has these snapshots. */
export async function signInWithCounts(page: Page, ...snapshots: readonly ReportedCounts[]): Promise<string> {
  await signInAsGuest(page);
  const id = crypto.randomUUID();
  const soldier = { id, game: "bf4", platform: "pc", name: "unknown", playerId: null, relation: "mine" };
  await call(page, "soldier.add", soldier);
  for (const snapshot of snapshots) await saveSnapshot(page, id, snapshot);
  return id;
}

/** Opens the progress section; `parameters` are further search parameters, each with a leading `&`. */
export async function openProgress(page: Page, parameters = "", game: GameId = "bf4"): Promise<void> {
  await open(page, `/${game}?tab=progress${parameters}`);
  await expect(page.getByRole("combobox", { name: "Soldier" })).toBeVisible();
}

/** Returns the list row with this heading. */
export const getRow = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true, level: 3 }) });

/** Returns the headings of a list from the top. */
export const getNames = (page: Page, list: string): Promise<string[]> =>
  page
    .getByRole("list", { name: list, exact: true })
    .getByRole("heading", { level: 3 })
    .evaluateAll((headings) => headings.map((heading) => heading.firstChild?.textContent ?? ""));
