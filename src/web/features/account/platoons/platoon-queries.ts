// The platoons of a user, which the account library calls organizations; cached under "auth" and by user.
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import type { Answer } from "#web/features/account/account-errors.ts";
import { given } from "#web/features/account/account-queries.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { readTag } from "./platoon-name.ts";

export type Platoon = { id: string; name: string; slug: string; tag: string | null };

export type Member = {
  id: string;
  userId: string;
  /** One role, or some with commas between. */
  role: string;
  createdAt: Date;
  user: { name: string; image?: string | null | undefined };
};

export type PendingInvitation = { id: string; email: string; role: string; expiresAt: Date };

/** A platoon with its people, as a member sees it: a plain member sees no invitations. */
export type PlatoonDetails = Platoon & { members: Member[]; invitations: PendingInvitation[] };

/** What each section of a platoon's screen gets. */
export type SectionProps = {
  platoon: PlatoonDetails;
  user: SessionUser;
  /** The user's own role, or some with commas between. */
  role: string;
};

type Stored = { id: string; name: string; slug: string; metadata?: unknown };

const toPlatoon = ({ id, name, slug, metadata }: Stored): Platoon => ({ id, name, slug, tag: readTag(metadata) });

const isOpen = ({ status, expiresAt }: { status: string; expiresAt: Date | string }): boolean =>
  status === "pending" && Number(new Date(expiresAt)) > Date.now();

const getKey = (userId: string) => ["auth", "platoons", userId] as const;

/** The platoons the user is in, by name. */
export const platoonsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...getKey(userId), "list"],
    queryFn: async () => {
      const { data, error } = await readAccount((account) => account.organization.list());
      return given(data, error)
        .map(toPlatoon)
        .toSorted((a, b) => a.name.localeCompare(b.name));
    },
  });

/** One platoon; null where there is none of this slug, or the user is not in it. */
export const platoonQuery = (userId: string, slug: string) =>
  queryOptions({
    queryKey: [...getKey(userId), "one", slug],
    queryFn: async (): Promise<PlatoonDetails | null> => {
      const { data, error } = await readAccount((account) =>
        account.organization.getFullOrganization({ query: { organizationSlug: slug } }),
      );
      if (error && [400, 403, 404].includes(error.status)) return null;
      const platoon = given(data, error);
      return { ...toPlatoon(platoon), members: platoon.members, invitations: platoon.invitations.filter(isOpen) };
    },
  });

/** The open invitations to the user's address; none as long as that is not verified. */
export const ownInvitationsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...getKey(userId), "invitations"],
    queryFn: async () => {
      const { data, error } = await readAccount((account) => account.organization.listUserInvitations());
      return error?.status === 403 ? [] : given(data, error).filter(isOpen);
    },
  });

/** A change of the user's platoons, which are read again after it; a refusal stays beside what it was about. */
export function usePlatoonCall<Input, Given extends Answer>(
  userId: string,
  send: (input: Input, change: ChangeAccount) => Promise<Given>,
  done?: (input: Input, answer: Given) => void | Promise<void>,
) {
  const queryClient = useQueryClient();
  return useAccountCall(send, async (input: Input, answer: Given) => {
    await done?.(input, answer);
    await queryClient.invalidateQueries({ queryKey: getKey(userId) });
  });
}
