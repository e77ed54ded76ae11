// Queries and mutations of the user's platoons, which the account library calls organizations. Cache keys start with "auth".
import { type MutationOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { RouterOutputs } from "#api";
import { readMetadata } from "#domain/platoon/platoon.ts";
import { compareNames } from "#messages/format.ts";
import { anyText, type ParsedSearch } from "#web/app/shell/page/game-search.ts";
import { type ChangeAccount, mutate } from "#web/data/mutation.ts";
import { answerAccountQuery } from "#web/data/offline/offline-link.ts";
import { getProperty } from "#web/data/problem.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { AccountResponse } from "#web/features/account/account-errors.ts";
import { getDataOrThrow, toAccountResponse } from "#web/features/account/account-queries.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { getPlatoonRefusal } from "./platoon-refusals.ts";

export type Platoon = { id: string; name: string; slug: string; tag: string | null; emblem: string | null };

type MembersOutputs = RouterOutputs["platoon"]["members"];
export type Member = MembersOutputs["page"]["items"][number];

export type PendingInvitation = MembersOutputs["invitations"]["items"][number];

/** A squad, which the account library calls a team. */
export type Squad = { id: string; name: string };

/** Parses the squads of a response, which the client's types omit. */
const readSquads = (teams: unknown): Squad[] =>
  (Array.isArray(teams) ? teams : []).map((team) => ({
    id: String(getProperty(team, "id")),
    name: String(getProperty(team, "name")),
  }));

export type PlatoonDetails = Platoon & { squads: Squad[] };

/** The props of every section of a platoon's screen. */
export type SectionProps = {
  platoon: PlatoonDetails;
  user: SessionUser;
  /** The user's role, or several roles separated by commas. */
  role: string;
};

/** The URL filters of all sections; each section validates its own filters. */
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

type PlatoonFilters = ParsedSearch<typeof FILTERS>;

/** The URL filters, and the function that changes some of them; "" removes a filter. */
export type PlatoonFilterProps = { filters: PlatoonFilters; onFilter: (change: PlatoonFilters) => void };

type Stored = { id: string; name: string; slug: string; metadata?: unknown };

const toPlatoon = ({ id, name, slug, metadata }: Stored): Platoon => ({ id, name, slug, ...readMetadata(metadata) });

const isOpen = ({ status, expiresAt }: { status: string; expiresAt: Date | string }): boolean =>
  status === "pending" && Number(new Date(expiresAt)) > Date.now();

export const getPlatoonsKey = (userId: string) => ["auth", "platoons", userId] as const;

/** The query for the user's platoons, sorted by name. */
export const getPlatoonsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...getPlatoonsKey(userId), "list"],
    queryFn: () =>
      answerAccountQuery("platoon.own", null, async () => {
        const { data, error } = await readAccount((account) => account.organization.list());
        return getDataOrThrow(data, error)
          .map(toPlatoon)
          .toSorted((a, b) => compareNames(a.name, b.name));
      }),
  });

/** The query for a platoon; null if the slug is unknown or the user is not a member. */
export const getPlatoonQuery = (userId: string, slug: string) =>
  queryOptions({
    queryKey: [...getPlatoonsKey(userId), "one", slug],
    queryFn: () =>
      answerAccountQuery("platoon.one", { slug }, async (): Promise<PlatoonDetails | null> => {
        const { data, error } = await readAccount((account) =>
          account.organization.getFullOrganization({ query: { organizationSlug: slug, membersLimit: 1 } }),
        );
        if (error && [400, 403, 404].includes(error.status)) return null;
        const platoon = getDataOrThrow(data, error);
        return { ...toPlatoon(platoon), squads: readSquads(getProperty(platoon, "teams")) };
      }),
  });

/** The query for the open invitations to the user's e-mail address, which the account library refuses until it is verified. */
export const getOwnInvitationsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...getPlatoonsKey(userId), "invitations"],
    queryFn: async () => {
      const { data, error } = await readAccount((account) => account.organization.listUserInvitations());
      return getDataOrThrow(data, error).filter(isOpen);
    },
  });

/** Returns a call of the account library that changes platoons, and reloads them afterwards. */
export function usePlatoonCall<Input, Result extends AccountResponse>(
  userId: string,
  send: (input: Input, change: ChangeAccount) => Promise<Result>,
  onSuccess?: (input: Input, result: Result) => void | Promise<void>,
) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const finish = async (input: Input, result: Result) => {
    await onSuccess?.(input, result);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: getPlatoonsKey(userId) }),
      queryClient.invalidateQueries(trpc.platoon.members.pathFilter()),
    ]);
  };
  return useAccountCall(send, finish, undefined, getPlatoonRefusal);
}

/** Like `usePlatoonCall`, for a tRPC mutation. */
export function useMembersCall<Input, Data>(
  userId: string,
  options: MutationOptions<Data, never, Input> | MutationOptions<Data, Error, Input>,
  onSuccess?: (data: Data) => void | Promise<void>,
) {
  const queryClient = useQueryClient();
  return usePlatoonCall(
    userId,
    (input: Input) => toAccountResponse(mutate(queryClient, options, input)),
    (_, { data }) => (data === null ? undefined : onSuccess?.(data)),
  );
}

/** Returns the calls that join and decline an invitation. */
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
