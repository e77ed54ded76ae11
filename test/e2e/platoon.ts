// Platoon calls that set up tests.
import type { Browser, BrowserContext } from "@playwright/test";
import { SITE } from "#test/harness/ports.ts";
import { post, signUpAndIn, type Visitor } from "./site.ts";

/** Makes a platoon call of the account library; returns its response. */
export const call = async <Answer = { id: string }>(visitor: Visitor, name: string, body: unknown): Promise<Answer> =>
  (await post(visitor, `/api/auth/organization/${name}`, body)).json();

type Invitation = {
  address: string;
  id: string;
  /** The browser context of the inviting owner; `email` is the owner's address. */
  owner: BrowserContext;
  email: string;
};

let platoons = 0;

/** Creates a platoon in a separate browser context, whose owner sends an invitation. */
export async function invite(browser: Browser, email: string, role = "member"): Promise<Invitation> {
  const owner = await browser.newContext({ baseURL: SITE });
  const person = await signUpAndIn(owner);
  platoons += 1;
  const platoon = await call(owner, "create", { name: "Night Owls", slug: `owls-${process.pid}-${platoons}` });
  const { id } = await call(owner, "invite-member", { email, role, organizationId: platoon.id });
  return { address: `/invite?id=${id}`, id, owner, email: person.email };
}
