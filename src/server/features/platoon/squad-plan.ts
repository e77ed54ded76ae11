// The unlock plan of a squad: targets that its people work on together, and how far those are who show it.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type FigureGroup, MAX_SQUAD_TARGETS, parseFigureGroups } from "#domain/platoon/platoon.ts";
import type { Remainder } from "#domain/progress/remaining.ts";
import type { CountedUnit } from "#domain/progress/target.ts";
import { tokenize } from "#domain/text.ts";
import { AppError } from "#messages/errors.ts";
import { formatWays } from "#messages/progress/target-words.ts";
import { getProgress } from "#messages/progress/targets.ts";
import type { Database } from "#server/database/database.ts";
import { getTargetMatcher, readStandings } from "#server/features/progress/progress-context.ts";
import { selectConsents } from "#server/soldier-consents.ts";
import { cachedProcedure, router } from "#server/trpc/trpc.ts";
import { changePlatoon, type Membership, memberProcedure } from "./access.ts";
import { publishSquads, requireSquad } from "./squads.ts";

const MAX_FOUND = 8;
/** Soldiers whose progress a plan shows. */
const MAX_SOLDIERS = 50;
const UNLOCKS: FigureGroup = "unlocks";

const ofSquad = z.object({ teamId: z.string().min(1).max(100) });
const ofTarget = ofSquad.extend({ targetId: z.string().min(1).max(150) });

export const squadPlanRouter = router({
  /**
   * The targets of a squad in the order they were added, each with the progress of the squad's people who show it and with
   * what is left for them together; whether the caller may change the plan.
   * @throws {AppError} platoon_missing; squad_missing
   */
  list: memberProcedure.input(ofSquad).query(async ({ ctx, input: { organizationId, teamId } }) => {
    await requireSquad(ctx.db, organizationId, teamId);
    const { byId } = getProgress(ctx.arsenals.bf4);
    const targetIds = await readTargetIds(ctx.db, teamId);
    const soldiers = targetIds.length > 0 ? await readSoldiers(ctx.db, organizationId, teamId) : [];
    const people: (Person & { byTarget: ReadonlyMap<string, Remainder> })[] = [];
    for (const { userId, soldierId, ...names } of soldiers) {
      const asking = { db: ctx.db, arsenals: ctx.arsenals, user: { id: userId } };
      const standings = await readStandings(asking, soldierId, targetIds);
      people.push({
        soldierId,
        ...names,
        byTarget: new Map(standings.map((each) => [each.target.id, each.remainder])),
      });
    }
    const items = targetIds.flatMap((id) => {
      const target = byId.get(id);
      if (!target) return [];
      const progress = people.flatMap(({ byTarget, ...person }) => {
        const remainder = byTarget.get(id);
        if (!remainder) return [];
        const amounts = remainder.state === "left" ? remainder : null;
        return { ...person, state: remainder.state, left: amounts && pickAmounts(amounts) };
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

  /** The first targets with these words in their names, weapons, classes and rewards. */
  find: cachedProcedure.input(z.object({ q: z.string().max(100) })).query(({ ctx, input }) => {
    const { targets } = getProgress(ctx.arsenals.bf4);
    const typed = tokenize(input.q);
    if (typed.length === 0) return [];
    const matches = getTargetMatcher(ctx.arsenals, typed);
    return targets
      .filter(({ id }) => matches(id))
      .slice(0, MAX_FOUND)
      .map((target) => ({ id: target.id, name: target.name, kind: target.kind, ways: formatWays(target) }));
  }),

  /**
   * Adds a target to the plan; a planned one stays where it is.
   * @throws {AppError} platoon_missing; squad_missing; platoon_managers_only for people of other squads; target_unknown;
   * squad_plan_full
   */
  add: memberProcedure.input(ofTarget).mutation(async ({ ctx, input: { organizationId, teamId, targetId } }) => {
    if (!getProgress(ctx.arsenals.bf4).byId.has(targetId)) throw new AppError("target_unknown");
    await changePlatoon(ctx, async (db, platoon) => {
      await requireEditable(db, ctx.user.id, platoon, teamId);
      const planned = await readTargetIds(db, teamId);
      if (planned.includes(targetId)) return;
      if (planned.length >= MAX_SQUAD_TARGETS) throw new AppError("squad_plan_full");
      const at = ctx.now().toISOString();
      const row = { id: randomUUID(), organizationId, teamId, targetId, createdAt: at, updatedAt: at };
      await db.insertInto("squadTarget").values(row).execute();
    });
    publishSquads(ctx, teamId);
    return { targetId };
  }),

  /**
   * Removes a target from the plan; one that is not planned is ignored.
   * @throws {AppError} platoon_missing; squad_missing; platoon_managers_only for people of other squads
   */
  remove: memberProcedure.input(ofTarget).mutation(async ({ ctx, input: { teamId, targetId } }) => {
    await changePlatoon(ctx, async (db, platoon) => {
      await requireEditable(db, ctx.user.id, platoon, teamId);
      await db.deleteFrom("squadTarget").where("teamId", "=", teamId).where("targetId", "=", targetId).execute();
    });
    publishSquads(ctx, teamId);
    return { targetId };
  }),
});

type Person = { soldierId: string; soldier: string; member: string };
type Amounts = { done: number; needed: number; left: number; unit: CountedUnit };

const pickAmounts = ({ done, needed, left, unit }: Amounts): Amounts => ({ done, needed, left, unit });

/** What is left for all together, unit by unit: amounts of two units are never added. */
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

/** The Battlefield 4 soldiers whose unlocks the squad's people show to the platoon. */
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
  return rows.flatMap(({ figureGroups, ...row }) => (parseFigureGroups(figureGroups).includes(UNLOCKS) ? row : []));
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
