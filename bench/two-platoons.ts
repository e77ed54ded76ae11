// A large and a small platoon on one server with its database on the disk, and the time of one call to each.
import { join } from "node:path";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { fillPlatoon, invited, LARGE_PLATOON, makePlatoon, SMALL_PLATOON } from "#test/harness/data/platoons.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, rest } from "./guest-visits.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { ownFolder } from "./servers.ts";

export type Filled = {
  owner: Visitor;
  admin: Visitor;
  /** A plain member. */
  visitor: Visitor;
  visitorEmail: string;
  /** Someone who is not in the platoon, with their address. */
  outsider: Visitor;
  outsiderEmail: string;
  organizationId: string;
  squadId: string;
  ownerMemberId: string;
  /** Of the admin. */
  memberId: string;
  loadoutId: string;
  sheetId: string;
  /** Of a sheet that everyone may read. */
  openSheetId: string;
  soldierId: string;
  /** Of a link by which people may join. */
  link: string;
  /** As the last change left it. */
  edited: { id: string; seenVersion: number };
  /** The ids of the people who change something. */
  writers: string[];
  /** Of the loadout that is removed before another is proposed: a full locker takes no more. */
  replacedId: string;
};

export const NOWHERE = { teamId: null, mapId: null, modeId: null };
export const LINK = { role: "member", days: 7, uses: 1 } as const;

/** Makes an invite link; answers its secret. */
export async function makeLink({ trpc }: Visitor, platoon: { organizationId: string }): Promise<string> {
  const { address } = await trpc.platoon.members.createLink.mutate({ ...platoon, ...LINK });
  return new URL(address).searchParams.get("link") ?? "";
}

type Platoons = { world: World; large: Filled; small: Filled };

const platoons = shared(async (): Promise<Platoons> => {
  const environment = { DATABASE_URL: join(await ownFolder(), "platoon.sqlite"), CALLS_PER_MINUTE: "100000000" };
  const world = opened.use(await makeWorld({ environment }));
  const make = async (size: typeof LARGE_PLATOON): Promise<Filled> => {
    const platoon = await makePlatoon(world);
    const { squadId, loadoutId } = await fillPlatoon(world, platoon, size);
    const { owner, admin, member } = platoon.people;
    const input = { organizationId: platoon.id };
    const { trpc } = owner.visitor;
    const { items } = await trpc.platoon.locker.list.query(input);
    const replacedId = items.find(({ id }) => id !== loadoutId)?.id ?? "";
    const [sheet, opened] = await trpc.platoon.sheet.list.query(input);
    const openSheet = { ...input, id: opened?.id ?? "" };
    await trpc.platoon.sheet.setOpen.mutate({ ...openSheet, isOpen: true });
    const { linkId: openSheetId } = await trpc.platoon.sheet.get.query(openSheet);
    const [soldier] = await trpc.platoon.board.consent.query(input);
    const outsider = await signUpAndIn(world);
    const people = [owner, admin, member, outsider];
    const writers = await Promise.all(people.map(async ({ visitor }) => (await getUser(visitor)).id));
    for (let number = 0; number < 5; number += 1) {
      await trpc.platoon.members.createLink.mutate({ ...input, ...LINK });
      await invited(world, owner.visitor, platoon.id, "member");
    }
    return {
      ...{ owner: owner.visitor, admin: admin.visitor, visitor: member.visitor, outsider: outsider.visitor },
      ...{ ...input, squadId, ownerMemberId: owner.memberId, memberId: admin.memberId, loadoutId },
      ...{
        sheetId: sheet?.id ?? "",
        openSheetId: openSheetId ?? "",
        soldierId: soldier?.id ?? "",
        replacedId,
        writers,
      },
      ...{
        outsiderEmail: outsider.account.email,
        visitorEmail: member.email,
        link: await makeLink(owner.visitor, input),
      },
      edited: { id: loadoutId, seenVersion: 1 },
    };
  };
  const made = { world, large: await make(LARGE_PLATOON), small: await make(SMALL_PLATOON) };
  await rest();
  return made;
});

export const getContent = async () => {
  const { world } = await platoons();
  return { name: "Rush", note: "", tags: [], loadout: starterLoadout(world.context.arsenals.bf4, "assault") };
};

/** Of a target that the filled plan does not have. */
export const getTargetId = async (): Promise<string> => {
  const { world } = await platoons();
  return getProgress(world.context.arsenals.bf4).targets[20]?.id ?? "";
};

type Calls = Visitor["trpc"]["platoon"];

export const measured = (
  name: string,
  query: (calls: Calls, platoon: { organizationId: string }, filled: Filled) => Promise<unknown>,
): Measurement =>
  measuredBy(name, ({ visitor, ...filled }, world) => {
    const { trpc } = elsewhere(visitor, world);
    return query(trpc.platoon, { organizationId: filled.organizationId }, { ...filled, visitor });
  });

/** By an owner, who may do everything. */
export const measuredByOwner = (
  name: string,
  run: (calls: Calls, platoon: { organizationId: string }, filled: Filled) => Promise<unknown>,
): Measurement =>
  measuredBy(name, (filled, world) =>
    run(elsewhere(filled.owner, world).trpc.platoon, { organizationId: filled.organizationId }, filled),
  );

/** What was answered; a refusal, which would cost less, ends the measurement. */
export async function requireOk(sent: Promise<Response>): Promise<Response> {
  const answer = await sent;
  if (!answer.ok) throw new Error(`${new URL(answer.url).pathname}: ${answer.status}`);
  return answer;
}

/** A call of the account library, by an owner. */
export const measuredInLibrary = (
  name: string,
  send: (owner: Visitor, filled: Filled, round: number) => Promise<Response>,
): Measurement => {
  let round = 0;
  return measuredBy(name, async (filled, world) => {
    round += 1;
    await requireOk(send(elsewhere(filled.owner, world), filled, round));
  });
};

export const measuredBy = (name: string, doOnce: (filled: Filled, world: World) => Promise<unknown>): Measurement => {
  const time = async (size: "large" | "small") => {
    const { world, [size]: filled } = await platoons();
    // A person may change less in a minute than is measured.
    const limits = filled.writers.flatMap((userId) => [`write:${userId}`, `invite-link:${userId}`]);
    await world.context.rateLimiter.reset(...limits);
    return measureTime(() => doOnce(filled, world));
  };
  return {
    id: "P13",
    name: `platoon of 1,000 members and 500 loadouts: ${name} (time)`,
    goals: [{ of: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: () => time("large"),
    peer: () => time("small"),
    limit: async () => {
      const { world, small } = await platoons();
      const { trpc } = elsewhere(small.visitor, world);
      return measureTime(() => trpc.provider.list.query());
    },
  };
};
