// What stories read of an answer, and of whoever is signed in.
import type { Visitor } from "./visitor.ts";

export const said = async (answer: Response) => [answer.status, (await answer.json()).message];
export const told = async (answer: Response) => [answer.status, await answer.json()];
export const landing = (answer: Response) => [answer.status, answer.headers.get("location")];

/** `session` and `user`, or null. */
export const sessionOf = async (visitor: Visitor) => (await visitor.fetch("/api/auth/get-session")).json();
export const userOf = async (visitor: Visitor) => (await sessionOf(visitor))?.user;
