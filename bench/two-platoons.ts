// Creates a large and a small platoon on one server with its database on disk, and measures calls to each.
import { join } from "node:path";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { fillPlatoon, inviteUser, LARGE_PLATOON, makePlatoon, SMALL_PLATOON } from "#test/harness/data/platoons.ts";
import { getUser } from "#test/harness/responses.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, waitForConnections } from "./guest-visits.ts";
import { lazy, type Measurement, resources } from "./measurement.ts";
import { createTempFolder } from "./servers.ts";

export type FilledPlatoon = {
  owner: Visitor;
  admin: Visitor;
  /** A plain member. */
  visitor: Visitor;
  visitorEmail: string;
  /** A user who is not a member of the platoon, and their e-mail address. */
  outsider: Visitor;
  outsiderEmail: string;
  organizationId: string;
  squadId: string;
  ownerMemberId: string;
  /** The admin's member id. */
  memberId: string;
  loadoutId: string;
  sheetId: string;
  /** The link id of a sheet that everyone may read. */
  openSheetId: string;
  soldierId: string;
  /** The secret of an invite link. */
  link: string;
  /** The loadout that is changed, and its version after the last change. */
  edited: { id: string; seenVersion: number };
  /** The ids of the users whose rate limits are reset. */
  writers: string[];
  /** The id of a loadout that is removed before another is proposed, because the locker is full. */
  replacedId: string;
};

export const NO_PURPOSE = { teamId: null, mapId: null, modeId: null };
export const LINK = { role: "member", days: 7, uses: 1 } as const;

/** Creates an invite link; returns its secret. */
export async function createLink({ trpc }: Visitor, platoon: { organizationId: string }): Promise<string> {
  const { address } = await trpc.platoon.members.createLink.mutate({ ...platoon, ...LINK });
  return new URL(address).searchParams.get("link") ?? "";
}

type Platoons = { world: World; large: FilledPlatoon; small: FilledPlatoon };

const getPlatoons = lazy(async (): Promise<Platoons> => {
  const environment = { DATABASE_URL: join(await createTempFolder(), "platoon.sqlite"), CALLS_PER_MINUTE: "100000000" };
  const world = resources.use(await makeWorld({ environment }));
  const createPlatoon = async (size: typeof LARGE_PLATOON): Promise<FilledPlatoon> => {
    const platoon = await makePlatoon(world);
    const { squadId, loadoutId } = await fillPlatoon(world, platoon, size);
    const { owner, admin, member } = platoon.people;
    const input = { organizationId: platoon.id };
    const { trpc } = owner.visitor;
    const { items } = await trpc.platoon.locker.list.query(input);
    const replacedId = items.find(({ id }) => id !== loadoutId)?.id ?? "";
    const [sheet, openSheetRow] = await trpc.platoon.sheet.list.query(input);
    const openSheet = { ...input, id: openSheetRow?.id ?? "" };
    await trpc.platoon.sheet.setOpen.mutate({ ...openSheet, isOpen: true });
    const { linkId: openSheetId } = await trpc.platoon.sheet.get.query(openSheet);
    const [soldier] = await trpc.platoon.board.consent.query(input);
    const outsider = await signUpAndSignIn(world);
    const people = [owner, admin, member, outsider];
    const writers = await Promise.all(people.map(async ({ visitor }) => (await getUser(visitor)).id));
    for (let number = 0; number < 5; number += 1) {
      await trpc.platoon.members.createLink.mutate({ ...input, ...LINK });
      await inviteUser(world, owner.visitor, platoon.id, "member");
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
        link: await createLink(owner.visitor, input),
      },
      edited: { id: loadoutId, seenVersion: 1 },
    };
  };
  const bothPlatoons = { world, large: await createPlatoon(LARGE_PLATOON), small: await createPlatoon(SMALL_PLATOON) };
  await waitForConnections();
  return bothPlatoons;
});

export const getContent = async () => {
  const { world } = await getPlatoons();
  return { name: "Rush", note: "", tags: [], loadout: createStarterLoadout(world.context.arsenals.bf4, "assault") };
};

/** Returns the id of a target that the filled unlock plan lacks. */
export const getTargetId = async (): Promise<string> => {
  const { world } = await getPlatoons();
  return getProgress(world.context.arsenals.bf4).targets[20]?.id ?? "";
};

type Calls = Visitor["trpc"]["platoon"];

export const measureCall = (
  name: string,
  query: (calls: Calls, platoon: { organizationId: string }, filled: FilledPlatoon) => Promise<unknown>,
): Measurement =>
  measureTask(name, ({ visitor, ...filled }, world) => {
    const { trpc } = moveToNewAddress(visitor, world);
    return query(trpc.platoon, { organizationId: filled.organizationId }, { ...filled, visitor });
  });

/** Measures a call by the owner, who has all permissions. */
export const measureOwnerCall = (
  name: string,
  run: (calls: Calls, platoon: { organizationId: string }, filled: FilledPlatoon) => Promise<unknown>,
): Measurement =>
  measureTask(name, (filled, world) =>
    run(moveToNewAddress(filled.owner, world).trpc.platoon, { organizationId: filled.organizationId }, filled),
  );

/** Returns the response; throws if it is an error, which would take less time than a success. */
export async function requireOk(pendingResponse: Promise<Response>): Promise<Response> {
  const response = await pendingResponse;
  if (!response.ok) throw new Error(`${new URL(response.url).pathname}: ${response.status}`);
  return response;
}

/** Measures a call of the account library by the owner. */
export const measureLibraryCall = (
  name: string,
  send: (owner: Visitor, filled: FilledPlatoon, round: number) => Promise<Response>,
): Measurement => {
  let round = 0;
  return measureTask(name, async (filled, world) => {
    round += 1;
    await requireOk(send(moveToNewAddress(filled.owner, world), filled, round));
  });
};

export const measureTask = (
  name: string,
  runTask: (filled: FilledPlatoon, world: World) => Promise<unknown>,
): Measurement => {
  const time = async (size: "large" | "small") => {
    const { world, [size]: filled } = await getPlatoons();
    // The measured changes exceed the limit per user and minute.
    const limits = filled.writers.flatMap((userId) => [`write:${userId}`, `invite-link:${userId}`]);
    await world.context.rateLimiter.reset(...limits);
    return measureTime(() => runTask(filled, world));
  };
  return {
    id: "P13",
    name: `platoon of 1,000 members and 500 loadouts: ${name} (time)`,
    goals: [{ baseline: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: () => time("large"),
    peer: () => time("small"),
    limit: async () => {
      const { world, small } = await getPlatoons();
      const { trpc } = moveToNewAddress(small.visitor, world);
      return measureTime(() => trpc.provider.list.query());
    },
  };
};
