// What people do with platoons, which have no screens but the invitation.
import type { Browser, Page } from "@playwright/test";
import { SITE } from "#test/world/places.ts";
import { signUpAndIn } from "./site.ts";

/** The answer of an account call, made as the page would. */
export const call = (page: Page, name: string, body: unknown): Promise<{ id: string }> =>
  page.evaluate(
    async ([path, json]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`/api/auth/organization/${path}`, { method: "POST", headers, body: String(json) });
      return answer.json();
    },
    [name, JSON.stringify(body)],
  );

type Invitation = {
  address: string;
  id: string;
  /** The page of whoever invites, and their address. */
  owner: Page;
  email: string;
};

let platoons = 0;

/** A platoon's owner in a browser of their own, who has invited somebody. */
export async function invite(browser: Browser, email: string, role = "member"): Promise<Invitation> {
  const owner = await (await browser.newContext({ baseURL: SITE })).newPage();
  const person = await signUpAndIn(owner);
  platoons += 1;
  const platoon = await call(owner, "create", { name: "Night Owls", slug: `owls-${process.pid}-${platoons}` });
  const { id } = await call(owner, "invite-member", { email, role, organizationId: platoon.id });
  return { address: `/invite?id=${id}`, id, owner, email: person.email };
}
