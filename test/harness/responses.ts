// Helpers that read responses and the current session in tests.
import type { Visitor } from "./visitor.ts";

export const readRefusal = async (response: Response) => [response.status, (await response.json()).message];
export const readStatusAndBody = async (response: Response) => [response.status, await response.json()];
export const getStatusAndLocation = (response: Response) => [response.status, response.headers.get("location")];

/** Returns `session` and `user`, or null when the visitor is signed out. */
export const getSession = async (visitor: Visitor) => (await visitor.fetch("/api/auth/get-session")).json();
export const getUser = async (visitor: Visitor) => (await getSession(visitor))?.user;
