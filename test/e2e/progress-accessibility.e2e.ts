// @rest
import type { Page } from "@playwright/test";
import { call, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { openProgress, saveSnapshot, signInWithCounts } from "#test/e2e/pages/progress.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";

const BARREL = "part:ace-23/ace-23-hd-33-1x";

/** Visits the lists of a user with known progress; yields the name of each state. */
async function* visitFilledStates(page: Page) {
  const counters = { "kills:ace-23": 129, "kills:m416": 12, "score:assault": 40_000, rankPoints: 1_200_000 };
  const soldierId = await signInWithCounts(page, { counters, hoursAgo: 30, hoursPlayed: 5 });
  await call(page, "progress.tick", { targetId: BARREL });
  await call(page, "progress.planAdd", { targetIds: [BARREL, "rank:140", "award:m20"] });
  await saveSnapshot(page, soldierId, { counters: { ...counters, "kills:m416": 14 }, hoursPlayed: 8 });
  await openProgress(page);
  await expect(page.getByText("1 item you ticked doesn't match your newer stats")).toBeVisible();
  yield "closest next";
  await page.getByRole("button", { name: "Look at it" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "the conflicts";
  await page.keyboard.press("Escape");
  await openProgress(page, "&list=checklists&kind=part&q=m416");
  await page
    .getByRole("button", { name: /^Count… / })
    .first()
    .click();
  yield "a checklist";
  await openProgress(page, "&list=plan");
  await expect(page.getByRole("list", { name: "My plan" })).toBeVisible();
  yield "the plan";
}

/** Visits the states without any known progress, and the goals; yields the name of each state. */
async function* visitEmptyStates(page: Page) {
  await signInAsGuest(page);
  await openProgress(page);
  await expect(page.getByText("There is nothing yet.")).toBeVisible();
  yield "nothing counted";
  const soldierId = await addSample(page, "bf2042");
  const aim = { kind: "figure", figureId: "kills" };
  await call(page, "goal.save", { id: crypto.randomUUID(), soldierId, aim, amount: 10, fromNow: false });
  await call(page, "goal.save", { id: crypto.randomUUID(), soldierId, aim, amount: 1e9, fromNow: true });
  await openProgress(page, "", "bf2042");
  await expect(page.getByRole("list", { name: "Unlocks" })).toBeVisible();
  yield "the unlocks of Battlefield 2042";
  await openProgress(page, "&list=goals", "bf2042");
  await expect(page.getByRole("list", { name: "Reached goals" })).toBeVisible();
  yield "goals";
  await page.getByRole("button", { name: "Add a goal" }).click();
  await page.getByLabel("About").selectOption("A weapon");
  yield "a new goal";
}

for (const [what, states] of Object.entries({ filled: visitFilledStates, empty: visitEmptyStates })) {
  test(`progress, ${what}, has no axe violations and fits into 320 px`, async ({ page }) => {
    for await (const state of states(page)) {
      await test.step(state, async () => {
        await expectNoAxeViolations(page);
        const wide = page.viewportSize();
        await page.setViewportSize({ width: 320, height: 700 });
        await expectNoHorizontalScroll(page);
        if (wide) await page.setViewportSize(wide);
      });
    }
  });
}
