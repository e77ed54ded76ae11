// The roles of a platoon and what each allows, as in the specification's permission table.
import { m } from "#messages";

export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

/** Each role and what it may do, as the server lets it. */
const TEXTS: Record<Role, { title: string; text: string }> = {
  owner: { title: m.account_role_owner(), text: m.account_role_owner_explained() },
  admin: { title: m.account_role_admin(), text: m.account_role_admin_explained() },
  member: { title: m.account_role_member(), text: m.account_role_member_explained() },
};

/** The roles of a member or an invitation, which the account library joins by commas. */
const splitRoles = (roles: string): string[] => roles.split(",").map((role) => role.trim());

/** The title and the explanation of each of these roles; a role of no known name is its own title. */
export const explainRoles = (roles: string): { title: string; text: string }[] =>
  splitRoles(roles).map(
    (role) => ROLES.filter((known) => known === role).map((known) => TEXTS[known])[0] ?? unknown(role),
  );

const unknown = (role: string) => ({ title: role, text: "" });

/** The titles of these roles in one text. */
export const getRoleTitle = (roles: string): string =>
  explainRoles(roles)
    .map(({ title }) => title)
    .join(", ");

export const isOwner = (roles: string): boolean => splitRoles(roles).includes("owner");

/** True for who may rename the platoon, invite and remove people, and change roles. */
export const canManage = (roles: string): boolean => isOwner(roles) || splitRoles(roles).includes("admin");

/** The roles that someone with these roles may give; only owners make owners. */
export function getGrantableRoles(roles: string): readonly Role[] {
  if (isOwner(roles)) return ROLES;
  return canManage(roles) ? ROLES.filter((role) => role !== "owner") : [];
}

/** True where one member may change another's role or remove them; only owners may do that to an owner. */
export const canChange = (own: string, other: string): boolean => canManage(own) && (isOwner(own) || !isOwner(other));
