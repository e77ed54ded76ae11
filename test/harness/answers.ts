// Helpers that read responses and the current session in tests.
import type { Visitor } from "./visitor.ts";

export const readRefusal = async (answer: Response) => [answer.status, (await answer.json()).message];
export const statusAndBody = async (answer: Response) => [answer.status, await answer.json()];
export const landing = (answer: Response) => [answer.status, answer.headers.get("location")];

/** `session` and `user`, or null. */
export const getSession = async (visitor: Visitor) => (await visitor.fetch("/api/auth/get-session")).json();
export const getUser = async (visitor: Visitor) => (await getSession(visitor))?.user;
