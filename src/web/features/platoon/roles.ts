// The texts of a platoon's roles, and whom each may change.
import { canManage, isOwner, PLATOON_ROLES, type PlatoonRole, splitRoles } from "#domain/platoon/platoon.ts";
import { m } from "#messages";

/** Each role and what it may do, as the server lets it. */
const TEXTS: Record<PlatoonRole, { title: string; text: string }> = {
  owner: { title: m.account_role_owner(), text: m.account_role_owner_explained() },
  admin: { title: m.account_role_admin(), text: m.account_role_admin_explained() },
  member: { title: m.account_role_member(), text: m.account_role_member_explained() },
};

/** The title and the explanation of each of these roles; a role of no known name is its own title. */
export const explainRoles = (roles: string): { title: string; text: string }[] =>
  splitRoles(roles).map(
    (role) => PLATOON_ROLES.filter((candidate) => candidate === role).map((match) => TEXTS[match])[0] ?? unknown(role),
  );

const unknown = (role: string) => ({ title: role, text: "" });

/** The titles of these roles in one text. */
export const getRoleTitle = (roles: string): string =>
  explainRoles(roles)
    .map(({ title }) => title)
    .join(", ");

/** True where one member may change another's role or remove them; only owners may do that to an owner. */
export const canChange = (own: string, other: string): boolean => canManage(own) && (isOwner(own) || !isOwner(other));
