// What people do with platoons in a story.
import { signUpAndIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];
export type Person = { visitor: Visitor; email: string; memberId: string };
export type Platoon = { id: string; people: Record<Role, Person> };

export const call = (visitor: Visitor, name: string, body: unknown) =>
  visitor.post(`/api/auth/organization/${name}`, body);
export const ask = (visitor: Visitor, name: string, query = "") =>
  visitor.fetch(`/api/auth/organization/${name}${query && `?${query}`}`);

/** A new squad with these people. */
export const saveSquad = (
  { trpc }: Visitor,
  { id: organizationId }: Pick<Platoon, "id">,
  { name, added = [] }: { name: string; added?: string[] },
) => trpc.platoon.squad.save.mutate({ organizationId, id: crypto.randomUUID(), isNew: true, name, added, removed: [] });

let platoons = 0;

/** A platoon with one person of each role. */
export async function makePlatoon(world: World): Promise<Platoon> {
  platoons += 1;
  const { visitor, account } = await signUpAndIn(world);
  const made = await (await call(visitor, "create", { name: "Night Owls", slug: `night-owls-${platoons}` })).json();
  const owner = { visitor, email: account.email, memberId: made.members[0].id };
  const [admin, member] = [
    await joined(world, visitor, made.id, "admin"),
    await joined(world, visitor, made.id, "member"),
  ];
  return { id: made.id, people: { owner, admin, member } };
}

/** A new user, invited by another. */
export async function invited(world: World, by: Visitor, organizationId: string, role: string) {
  const { visitor, account } = await signUpAndIn(world);
  const answer = await call(by, "invite-member", { email: account.email, role, organizationId });
  const { id } = await answer.json();
  return { visitor, email: account.email, invitationId: String(id) };
}

async function joined(world: World, by: Visitor, organizationId: string, role: string): Promise<Person> {
  const { visitor, email, invitationId } = await invited(world, by, organizationId, role);
  const answer = await (await call(visitor, "accept-invitation", { invitationId })).json();
  return { visitor, email, memberId: answer.member.id };
}
