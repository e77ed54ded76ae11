// Helpers that read responses and the current session in tests.
import type { Visitor } from "./visitor.ts";

export const readRefusal = async (answer: Response) => [answer.status, (await answer.json()).message];
export const readStatusAndBody = async (answer: Response) => [answer.status, await answer.json()];
export const getStatusAndLocation = (answer: Response) => [answer.status, answer.headers.get("location")];

/** Returns `session` and `user`, or null when the visitor is signed out. */
export const getSession = async (visitor: Visitor) => (await visitor.fetch("/api/auth/get-session")).json();
export const getUser = async (visitor: Visitor) => (await getSession(visitor))?.user;
