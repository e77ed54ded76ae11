// What people do with platoons by calls, before a test begins.
import type { Browser, BrowserContext } from "@playwright/test";
import { SITE } from "#test/harness/ports.ts";
import { post, signUpAndIn, type Visitor } from "./site.ts";

/** The answer of an account call, made as the page would. */
export const call = async <Answer = { id: string }>(visitor: Visitor, name: string, body: unknown): Promise<Answer> =>
  (await post(visitor, `/api/auth/organization/${name}`, body)).json();

type Invitation = {
  address: string;
  id: string;
  /** The browser of the inviting owner, and their e-mail address. */
  owner: BrowserContext;
  email: string;
};

let platoons = 0;

/** A platoon's owner, in a separate browser, who has sent an invitation. */
export async function invite(browser: Browser, email: string, role = "member"): Promise<Invitation> {
  const owner = await browser.newContext({ baseURL: SITE });
  const person = await signUpAndIn(owner);
  platoons += 1;
  const platoon = await call(owner, "create", { name: "Night Owls", slug: `owls-${process.pid}-${platoons}` });
  const { id } = await call(owner, "invite-member", { email, role, organizationId: platoon.id });
  return { address: `/invite?id=${id}`, id, owner, email: person.email };
}
