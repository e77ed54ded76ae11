// What the server's calls answer.
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";

type Answers = inferRouterOutputs<AppRouter>["catalogue"];

export type Page = Answers["list"];
export type Line = Page["items"][number];
export type EntryAnswer = Answers["entry"];
export type Entry = EntryAnswer["entry"];
