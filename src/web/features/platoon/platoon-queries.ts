// The platoons of a user, which the account library calls organizations; cached under "auth" and by user.
import { type MutationOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { RouterOutputs } from "#api";
import { readMetadata } from "#domain/platoon/platoon.ts";
import { compareNames } from "#messages/format.ts";
import { anyText, type SearchOf } from "#web/app/shell/page/game-search.ts";
import { type ChangeAccount, mutate } from "#web/data/mutation.ts";
import { answerAccountQuery } from "#web/data/offline/offline-link.ts";
import { getProperty } from "#web/data/problem.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Answer } from "#web/features/account/account-errors.ts";
import { getAnswer, given } from "#web/features/account/account-queries.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { getPlatoonRefusal } from "./platoon-refusals.ts";

export type Platoon = { id: string; name: string; slug: string; tag: string | null; emblem: string | null };

type MembersOutputs = RouterOutputs["platoon"]["members"];
export type Member = MembersOutputs["page"]["items"][number];

export type PendingInvitation = MembersOutputs["invitations"]["items"][number];

/** A squad, which the account library calls a team. */
export type Squad = { id: string; name: string };

/** The squads in an answer, which the client's types leave out. */
const readSquads = (teams: unknown): Squad[] =>
  (Array.isArray(teams) ? teams : []).map((team) => ({
    id: String(getProperty(team, "id")),
    name: String(getProperty(team, "name")),
  }));

export type PlatoonDetails = Platoon & { squads: Squad[] };

/** What each section of a platoon's screen gets. */
export type SectionProps = {
  platoon: PlatoonDetails;
  user: SessionUser;
  /** The user's own role, or some with commas between. */
  role: string;
};

/** The filters of all sections in the address; each checks those that it has. */
export const FILTERS = {
  q: anyText(100),
  tag: anyText(),
  state: anyText(),
  game: anyText(),
  squad: anyText(),
  map: anyText(),
  mode: anyText(),
  order: anyText(),
  kind: anyText(),
};

type PlatoonFilters = SearchOf<typeof FILTERS>;

/** The filters in the address, and how a section changes some of them; an empty text removes one. */
export type PlatoonFilterProps = { filters: PlatoonFilters; onFilter: (change: PlatoonFilters) => void };

type Stored = { id: string; name: string; slug: string; metadata?: unknown };

const toPlatoon = ({ id, name, slug, metadata }: Stored): Platoon => ({ id, name, slug, ...readMetadata(metadata) });

const isOpen = ({ status, expiresAt }: { status: string; expiresAt: Date | string }): boolean =>
  status === "pending" && Number(new Date(expiresAt)) > Date.now();

export const getPlatoonsKey = (userId: string) => ["auth", "platoons", userId] as const;

/** The platoons the user is in, by name. */
export const platoonsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...getPlatoonsKey(userId), "list"],
    queryFn: () =>
      answerAccountQuery("platoon.own", null, async () => {
        const { data, error } = await readAccount((account) => account.organization.list());
        return given(data, error)
          .map(toPlatoon)
          .toSorted((a, b) => compareNames(a.name, b.name));
      }),
  });

/** One platoon; null where there is none of this slug, or the user is not in it. */
export const platoonQuery = (userId: string, slug: string) =>
  queryOptions({
    queryKey: [...getPlatoonsKey(userId), "one", slug],
    queryFn: () =>
      answerAccountQuery("platoon.one", { slug }, async (): Promise<PlatoonDetails | null> => {
        const { data, error } = await readAccount((account) =>
          account.organization.getFullOrganization({ query: { organizationSlug: slug, membersLimit: 1 } }),
        );
        if (error && [400, 403, 404].includes(error.status)) return null;
        const platoon = given(data, error);
        return { ...toPlatoon(platoon), squads: readSquads(getProperty(platoon, "teams")) };
      }),
  });

/** The open invitations to the user's address; none as long as that is not verified. */
export const ownInvitationsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...getPlatoonsKey(userId), "invitations"],
    queryFn: async () => {
      const { data, error } = await readAccount((account) => account.organization.listUserInvitations());
      return error?.status === 403 ? [] : given(data, error).filter(isOpen);
    },
  });

/** A change of the user's platoons, which are read again after it; a refusal stays beside what it was about. */
export function usePlatoonCall<Input, Result extends Answer>(
  userId: string,
  send: (input: Input, change: ChangeAccount) => Promise<Result>,
  onSuccess?: (input: Input, answer: Result) => void | Promise<void>,
) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const finish = async (input: Input, answer: Result) => {
    await onSuccess?.(input, answer);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: getPlatoonsKey(userId) }),
      queryClient.invalidateQueries(trpc.platoon.members.pathFilter()),
    ]);
  };
  return useAccountCall(send, finish, undefined, getPlatoonRefusal);
}

/** As `usePlatoonCall`, for a call of our own. */
export function useMembersCall<Input, Data>(
  userId: string,
  options: MutationOptions<Data, never, Input> | MutationOptions<Data, Error, Input>,
  onSuccess?: (data: Data) => void | Promise<void>,
) {
  const queryClient = useQueryClient();
  return usePlatoonCall(
    userId,
    (input: Input) => getAnswer(mutate(queryClient, options, input)),
    (_, { data }) => (data === null ? undefined : onSuccess?.(data)),
  );
}

/** The two answers to an invitation. */
export function useInvitationAnswers(userId: string, invitationId: string, onSuccess?: (isJoined: boolean) => void) {
  const join = usePlatoonCall(
    userId,
    (_: undefined, change) => change((account) => account.organization.acceptInvitation({ invitationId })),
    () => onSuccess?.(true),
  );
  const decline = usePlatoonCall(
    userId,
    (_: undefined, change) => change((account) => account.organization.rejectInvitation({ invitationId })),
    () => onSuccess?.(false),
  );
  return { join, decline, refusal: join.refusal ?? decline.refusal };
}
