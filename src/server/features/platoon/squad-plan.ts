// The unlock plan of a squad: shared targets, and the progress of the members who share theirs.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type FigureGroup, MAX_SQUAD_TARGETS, parseFigureGroups } from "#domain/platoon/platoon.ts";
import { getEstimate } from "#domain/progress/closest-next.ts";
import type { Estimate } from "#domain/progress/pace/pace.ts";
import type { Remainder } from "#domain/progress/remaining.ts";
import type { CountedUnit } from "#domain/progress/target.ts";
import { tokenize } from "#domain/text.ts";
import { AppError } from "#messages/errors.ts";
import { formatWays } from "#messages/progress/target-words.ts";
import { getProgress } from "#messages/progress/targets.ts";
import type { Database } from "#server/database/database.ts";
import {
  getProgressContext,
  getTargetMatcher,
  readTargetProgress,
} from "#server/features/progress/progress-context.ts";
import { selectConsents } from "#server/soldier-consents.ts";
import { cachedProcedure, router } from "#server/trpc/trpc.ts";
import { changePlatoon, type Membership, memberProcedure } from "./access.ts";
import { publishSquads, requireSquad } from "./squads.ts";

const MAX_RESULTS = 8;
/** Maximum of soldiers in a plan. */
const MAX_SOLDIERS = 50;
const UNLOCKS: FigureGroup = "unlocks";

const squadInput = z.object({ teamId: z.string().min(1).max(100) });
const targetInput = squadInput.extend({ targetId: z.string().min(1).max(150) });

export const squadPlanRouter = router({
  /**
   * Returns the targets of a squad in the order in which they were added, each with the progress of the members who share it, the
   * estimated time of those who share their figures of combat, too, and the sum of what is left; and whether the caller may change the plan.
   * @throws {AppError} platoon_missing; squad_missing
   */
  list: memberProcedure.input(squadInput).query(async ({ ctx, input: { organizationId, teamId } }) => {
    await requireSquad(ctx.db, organizationId, teamId);
    const { byId } = getProgress(ctx.arsenals.bf4);
    const targetIds = await readTargetIds(ctx.db, teamId);
    const soldiers = targetIds.length > 0 ? await readSoldiers(ctx.db, organizationId, teamId) : [];
    const people: (Person & { byTarget: ReadonlyMap<string, MemberProgress> })[] = [];
    for (const { userId, soldierId, groups, ...names } of soldiers) {
      const context = { db: ctx.db, arsenals: ctx.arsenals, user: { id: userId } };
      const targetProgress = await readTargetProgress(context, soldierId, targetIds);
      const { pace } = await getProgressContext(context, soldierId);
      const byTarget = targetProgress.map(({ target, remainder }) => {
        // The time shows a member's pace, which belongs to the shared figures of combat.
        const hasEstimate = remainder.state === "left" && groups.includes("combat");
        return [target.id, { remainder, estimate: hasEstimate ? getEstimate(remainder, pace) : null }] as const;
      });
      people.push({ soldierId, ...names, byTarget: new Map(byTarget) });
    }
    const items = targetIds.flatMap((id) => {
      const target = byId.get(id);
      if (!target) return [];
      const progress = people.flatMap(({ byTarget, ...person }) => {
        const memberProgress = byTarget.get(id);
        if (!memberProgress) return [];
        const { remainder, estimate } = memberProgress;
        const amounts = remainder.state === "left" ? remainder : null;
        return { ...person, state: remainder.state, left: amounts && pickAmounts(amounts), estimate };
      });
      return {
        id,
        name: target.name,
        kind: target.kind,
        ways: formatWays(target),
        progress,
        total: sumLeft(progress),
      };
    });
    const canEdit = ctx.platoon.isManager || (await isInSquad(ctx.db, teamId, ctx.user.id));
    return { items, canEdit };
  }),

  /** Returns the first targets with these words in their names, weapons, classes and rewards. */
  find: cachedProcedure.input(z.object({ q: z.string().max(100) })).query(({ ctx, input }) => {
    const { targets } = getProgress(ctx.arsenals.bf4);
    const words = tokenize(input.q);
    if (words.length === 0) return [];
    const matches = getTargetMatcher(ctx.arsenals, words);
    return targets
      .filter(({ id }) => matches(id))
      .slice(0, MAX_RESULTS)
      .map((target) => ({ id: target.id, name: target.name, kind: target.kind, ways: formatWays(target) }));
  }),

  /**
   * Adds a target to the plan; a target that is already planned is not moved.
   * @throws {AppError} platoon_missing; squad_missing; platoon_managers_only for members of other squads; target_unknown;
   * squad_plan_full
   */
  add: memberProcedure.input(targetInput).mutation(async ({ ctx, input: { organizationId, teamId, targetId } }) => {
    if (!getProgress(ctx.arsenals.bf4).byId.has(targetId)) throw new AppError("target_unknown");
    await changePlatoon(ctx, async (db, platoon) => {
      await requireEditable(db, ctx.user.id, platoon, teamId);
      const plannedIds = await readTargetIds(db, teamId);
      if (plannedIds.includes(targetId)) return;
      if (plannedIds.length >= MAX_SQUAD_TARGETS) throw new AppError("squad_plan_full");
      const timestamp = ctx.now().toISOString();
      const row = { id: randomUUID(), organizationId, teamId, targetId, createdAt: timestamp, updatedAt: timestamp };
      await db.insertInto("squadTarget").values(row).execute();
    });
    publishSquads(ctx, teamId);
    return { targetId };
  }),

  /**
   * Removes a target from the plan; an unplanned target is ignored.
   * @throws {AppError} platoon_missing; squad_missing; platoon_managers_only for members of other squads
   */
  remove: memberProcedure.input(targetInput).mutation(async ({ ctx, input: { teamId, targetId } }) => {
    await changePlatoon(ctx, async (db, platoon) => {
      await requireEditable(db, ctx.user.id, platoon, teamId);
      await db.deleteFrom("squadTarget").where("teamId", "=", teamId).where("targetId", "=", targetId).execute();
    });
    publishSquads(ctx, teamId);
    return { targetId };
  }),
});

type Person = { soldierId: string; soldier: string; member: string };
type MemberProgress = { remainder: Remainder; estimate: Estimate | null };
type Amounts = { done: number; needed: number; left: number; unit: CountedUnit };

const pickAmounts = ({ done, needed, left, unit }: Amounts): Amounts => ({ done, needed, left, unit });

/** Returns the sum of what is left per unit; amounts of different units are never added. */
function sumLeft(progress: readonly { left: Amounts | null }[]): { unit: CountedUnit; left: number }[] {
  const sums = new Map<CountedUnit, number>();
  for (const { left } of progress) if (left) sums.set(left.unit, (sums.get(left.unit) ?? 0) + left.left);
  return [...sums].map(([unit, left]) => ({ unit, left }));
}

async function readTargetIds(db: Database, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("squadTarget")
    .select("targetId")
    .where("teamId", "=", teamId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(({ targetId }) => targetId);
}

/** Returns the squad's Battlefield 4 soldiers whose unlocks are shared with the platoon. */
async function readSoldiers(db: Database, organizationId: string, teamId: string) {
  const rows = await selectConsents(db)
    .innerJoin("teamMember", "teamMember.userId", "boardConsent.userId")
    .innerJoin("user", "user.id", "boardConsent.userId")
    .select(["boardConsent.userId", "boardConsent.soldierId", "boardConsent.figureGroups"])
    .select(["user.name as member", "soldier.name as soldier"])
    .where("boardConsent.organizationId", "=", organizationId)
    .where("boardConsent.figureGroups", "like", `%"${UNLOCKS}"%`)
    .where("teamMember.teamId", "=", teamId)
    .where("soldier.game", "=", "bf4")
    .orderBy("user.name")
    .orderBy("boardConsent.id")
    .limit(MAX_SOLDIERS)
    .execute();
  return rows
    .map(({ figureGroups, ...row }) => ({ ...row, groups: parseFigureGroups(figureGroups) }))
    .filter(({ groups }) => groups.includes(UNLOCKS));
}

async function isInSquad(db: Database, teamId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("teamMember")
    .select("id")
    .where("teamId", "=", teamId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

async function requireEditable(db: Database, userId: string, platoon: Membership, teamId: string): Promise<void> {
  await requireSquad(db, platoon.id, teamId);
  if (!platoon.isManager && !(await isInSquad(db, teamId, userId))) throw new AppError("platoon_managers_only");
}
