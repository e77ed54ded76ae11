// The texts and permissions of a platoon's roles.
import { canManage, isOwner, PLATOON_ROLES, type PlatoonRole, splitRoles } from "#domain/platoon/platoon.ts";
import { m } from "#messages";

/** The title and the explanation of each role. */
const TEXTS: Record<PlatoonRole, { title: string; text: string }> = {
  owner: { title: m.account_role_owner(), text: m.account_role_owner_explained() },
  admin: { title: m.account_role_admin(), text: m.account_role_admin_explained() },
  member: { title: m.account_role_member(), text: m.account_role_member_explained() },
};

/** Returns title and explanation of each role; an unknown role is its own title. */
export const explainRoles = (roles: string): { title: string; text: string }[] =>
  splitRoles(roles).map(
    (role) =>
      PLATOON_ROLES.filter((candidate) => candidate === role).map((match) => TEXTS[match])[0] ??
      createUnknownRole(role),
  );

const createUnknownRole = (role: string) => ({ title: role, text: "" });

/** Returns the titles of the roles, separated by commas. */
export const getRoleTitle = (roles: string): string =>
  explainRoles(roles)
    .map(({ title }) => title)
    .join(", ");

/** Whether a member with these roles may change or remove another member; only owners may change an owner. */
export const canChange = (ownRoles: string, memberRoles: string): boolean =>
  canManage(ownRoles) && (isOwner(ownRoles) || !isOwner(memberRoles));
