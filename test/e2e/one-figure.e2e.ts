// @rest
// The time to kill of a weapon in a scenario is the same text in the table, its details, Versus, the editor and a shared loadout.
import type { Locator, Page } from "@playwright/test";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { formatScenario, type Scenario } from "#domain/weapons/scenario.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

const WEAPONS = {
  bf4: [
    ["ak-12", "AK-12"],
    ["m249", "M249"],
    ["m40a5", "M40A5"],
    ["mp7", "MP7"],
    ["m9", "M9"],
  ],
  bf2042: [
    ["ak-24", "AK-24"],
    ["ac-42", "AC-42"],
    ["mcs-880", "MCS-880"],
    ["lcmg", "LCMG"],
    ["g57", "G57"],
  ],
} as const;

function createScenario(game: keyof typeof WEAPONS, random: () => number): Scenario {
  const pick = <Value>(...values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  return {
    rangeM: Math.floor(random() * 31) * 5,
    hitPercent: pick(100, 70, 40, 15),
    heads: pick<Scenario["heads"]>(0, 10, "first", 100),
    health: game === "bf4" ? pick("normal", "hardcore") : pick("normal", "plate"),
    part: game === "bf4" ? pick("chest", "legs") : "chest",
    defensive: game === "bf4" && random() < 0.3,
  };
}

/** Returns the time of a place without its marks and notes: "≥ 320 ms", "1 hit" or "—". */
const readTtk = async (place: Locator): Promise<string> =>
  /^(?:(?:≥.)?[\d,]+.(?:ms|hit)|—)/.exec((await place.textContent()) ?? "")?.[0] ?? "";

async function readTable(page: Page, game: string, name: string, query: string): Promise<string> {
  await open(page, `/${game}?${query}&q=${name}&cols=name,ttk`);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  return readTtk(row.getByRole("cell"));
}

async function readStat(page: Page, place: Locator): Promise<string> {
  const stat = place.locator("dl > div").filter({ has: page.getByText(/^TTK/) });
  // A figure that is loading is "…".
  await expect(stat.first().locator("dd").first()).toHaveText(/^[^…\s]/);
  return readTtk(stat.first().locator("dd").first());
}

/** Returns the share code of a loadout with this primary weapon without parts. */
function getShareCode(game: keyof typeof WEAPONS, weaponId: string): string {
  const arsenal = ARSENALS[game];
  const { primary, ...others } = createStarterLoadout(arsenal, "assault");
  const loadout = { ...others, primary: { ...primary, weaponId } } as SoldierLoadout;
  return encodeShare({ name: "Shared", loadout }, arsenal.codebook);
}

for (const game of ["bf4", "bf2042"] as const) {
  test(`the time to kill is the same on every screen of ${game}`, async ({ page }) => {
    test.setTimeout(180_000);
    const random = createRandom(7);
    for (const [id, name] of WEAPONS[game]) {
      const scenario = createScenario(game, random);
      const query = String(new URLSearchParams(formatScenario(scenario)));
      const context = `${name} ${query}`;
      const inTable = await readTable(page, game, name, query);
      expect(inTable, context).toMatch(/\d (ms|hit)/);
      await open(page, `/${game}?${query}&item=${id}`);
      expect.soft(await readStat(page, page.getByRole("dialog", { name })), `${context}: details`).toBe(inTable);
      await open(page, `/${game}?${query}&versus=${id},${WEAPONS[game][0][0]}`);
      const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "TTK", exact: true }) });
      expect.soft(await readTtk(row.getByRole("cell").first()), `${context}: Versus`).toBe(inTable);
      await expect.soft(page.getByText(`TTK ${inTable}`).first(), `${context}: verdict`).toBeVisible();
      await open(page, `/${game}?${query}&tab=loadouts&edit=new&weapon=${id}`);
      const figures = page.getByRole("region", { name: "Stats of this loadout" });
      if (id === "m9" || id === "g57") await figures.getByRole("radio", { name: "Sidearm" }).check({ force: true });
      expect.soft(await readStat(page, figures), `${context}: editor`).toBe(inTable);
      const close = String(new URLSearchParams({ ...formatScenario(scenario), range: "10" }));
      const inTableClose = await readTable(page, game, name, close);
      await open(page, `/${game}?${query}&l=${getShareCode(game, id)}`);
      const shared = await readStat(page, page.getByRole("region", { name }));
      expect.soft(shared, `${context}: share page at 10 m`).toBe(inTableClose);
    }
  });
}
