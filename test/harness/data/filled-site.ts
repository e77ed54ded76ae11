// A user with data for every screen of the site, and the addresses of these screens.
import { GAMES, type GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { createPlatoonScreens } from "./platoon-screens.ts";
import { newSoldier } from "./soldiers.ts";

const FIXED_SCREENS = {
  home: "/",
  "bf4-loadouts": "/bf4?tab=loadouts",
  "bf2042-loadouts": "/bf2042?tab=loadouts",
  account: "/account",
  "account-security": "/account?tab=security",
  "account-sessions": "/account?tab=sessions",
  "account-connections": "/account?tab=connections",
  "account-data": "/account?tab=data",
  platoons: "/platoons",
};

/** Signs up a user with loadouts, soldiers, progress and platoons; `screens` are addresses by name. The world needs a statistics service. */
export async function fillSite(world: World): Promise<{ visitor: Visitor; screens: Record<string, string> }> {
  const { visitor, account } = await signUpAndSignIn(world);
  const ids = await fillLocker(world, visitor);
  const screens = {
    ...FIXED_SCREENS,
    ...(await createLoadoutScreens(world, visitor, ids)),
    ...(await createSoldierScreens(world, visitor)),
    ...(await createProgressScreens(visitor)),
    ...(await createPlatoonScreens(world, visitor, account.email)),
  };
  return { visitor, screens };
}

/** Creates a short link; returns the addresses that contain ids of loadouts and shares. */
async function createLoadoutScreens({ context }: World, visitor: Visitor, [first, second]: readonly string[]) {
  const loadout = createStarterLoadout(context.arsenals.bf4, "support");
  const name = "Hold the stairs";
  const share = { name, loadout, note: "Second floor, left door. Throw first.", withAuthor: true };
  const { id } = await visitor.trpc.share.create.mutate(share);
  const code = encodeShare({ name, loadout }, context.arsenals.bf4.codebook);
  return {
    "bf4-editor": `/bf4?tab=loadouts&edit=${first}`,
    "bf4-diff": `/bf4?tab=loadouts&diff=${first},${second}`,
    "bf4-share-dialog": `/bf4?tab=loadouts&share=${first}`,
    "both-games": "/bf4?tab=loadouts&games=both",
    deleted: "/bf4?tab=loadouts&view=deleted",
    "short-link": `/bf4?s=${id}`,
    "share-code": `/bf4?l=${code}`,
    "share-damaged": `/bf4?l=${code.slice(1)}`,
  };
}

async function fillLocker({ context }: World, visitor: Visitor): Promise<readonly string[]> {
  const ids: string[] = [];
  const folderId = crypto.randomUUID();
  await visitor.trpc.folder.save.mutate({ id: folderId, name: "Metro nights" });
  const kits: KitId[] = ["assault", "engineer", "support", "recon"];
  for (const [index, kit] of kits.entries()) {
    for (const game of ["bf4", "bf2042"] as const) {
      const id = crypto.randomUUID();
      if (game === "bf4") ids.push(id);
      const loadout = createStarterLoadout(context.arsenals[game], kit);
      const content = { name: `Everyday ${kit}`, loadout, tags: index === 0 ? ["close"] : [] };
      await visitor.trpc.loadout.save.mutate({ id, ...content, folderId: index % 2 ? folderId : null, seenVersion: 0 });
    }
  }
  await visitor.trpc.loadout.arrange.mutate({ ids: ids.slice(0, 1), pinned: true });
  await visitor.trpc.loadout.remove.mutate({ id: ids.pop() ?? "" });
  return ids;
}

/** Adds sample soldiers of both games, and soldiers with three evenings of data from a service; returns their addresses. */
async function createSoldierScreens({ context }: World, { trpc }: Visitor) {
  const [sample, other] = await Promise.all(
    GAMES.toReversed().map((game) => trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game })),
  );
  const read = await trpc.soldier.add.mutate(newSoldier("newer-patch", "bf2042"));
  const missingSoldier = await trpc.soldier.add.mutate(newSoldier("al-then-unknown"));
  for (let evening = 0; evening < 3; evening += 1) {
    await context.jobs.drained();
    for (const { id } of [read, missingSoldier]) await trpc.soldier.refresh.mutate({ id });
  }
  await context.jobs.drained();
  const { items } = await trpc.soldier.snapshots.query({ soldierId: sample?.id ?? "" });
  const bf4 = `/bf4?tab=soldier&soldier=${sample?.id}`;
  return {
    "bf4-soldier": bf4,
    "bf4-soldier-difference": `${bf4}&from=${items[4]?.id}&to=${items[0]?.id}`,
    "bf4-soldiers-beside": `${bf4}&with=${missingSoldier.id}`,
    "bf4-soldier-vanished": `/bf4?tab=soldier&soldier=${missingSoldier.id}`,
    "bf2042-soldier": `/bf2042?tab=soldier&soldier=${read.id}`,
    "bf2042-soldier-sample": `/bf2042?tab=soldier&soldier=${other?.id}&table=classes`,
  };
}

/** Adds a plan, ticks and goals for the sample soldiers; returns the addresses of the progress screens. */
async function createProgressScreens({ trpc }: Visitor) {
  const samples = (await trpc.soldier.list.query()).filter(({ relation }) => relation === "sample");
  const getId = (game: GameId) => samples.find((soldier) => soldier.game === game)?.id ?? "";
  const soldierId = getId("bf4");
  const { items } = await trpc.progress.next.query({ soldierId, limit: 12 });
  await trpc.progress.planAdd.mutate({ targetIds: [...items.slice(2, 6).map(({ id }) => id), "award:m20"] });
  for (const targetId of ["rank:1", "award:m20"]) await trpc.progress.tick.mutate({ targetId });
  for (const game of GAMES) {
    const starters = await trpc.goal.starters.query({ soldierId: getId(game) });
    for (const { goal } of starters.slice(0, 3)) {
      const stored = { ...goal, amount: goal.aim.kind === "figure" ? 10 : goal.amount, fromNow: false };
      await trpc.goal.save.mutate({ id: crypto.randomUUID(), soldierId: getId(game), ...stored });
    }
  }
  const bf4 = `/bf4?tab=progress&soldier=${soldierId}`;
  return {
    "bf4-progress": bf4,
    "bf4-progress-ticks": "/bf4?tab=progress&soldier=none",
    "bf4-checklist": `${bf4}&list=checklists&kind=part&q=ace+23`,
    "bf4-plan": `${bf4}&list=plan`,
    "bf4-goals": `${bf4}&list=goals`,
    "bf4-tonight": `${bf4}&list=tonight`,
    "bf2042-unlocks": `/bf2042?tab=progress&soldier=${getId("bf2042")}`,
    "bf2042-goals": `/bf2042?tab=progress&soldier=${getId("bf2042")}&list=goals`,
  };
}
