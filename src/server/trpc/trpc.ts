// The kinds of procedure, and how what they throw becomes a reply.
import { initTRPC, TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { FAULTS, Fault } from "#domain/fault.ts";
import type { Visit } from "./visit.ts";

const TRPC_CODES = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  404: "NOT_FOUND",
  409: "CONFLICT",
  422: "UNPROCESSABLE_CONTENT",
} as const;

/** What a client is told of a bug: the stack goes to the log. */
const OUR_FAULT = "Something went wrong on our side.";

const t = initTRPC.context<Visit>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const fault = faultOf(error);
    const message = fault?.message ?? (error.code === "INTERNAL_SERVER_ERROR" ? OUR_FAULT : shape.message);
    return { ...shape, message, data: { ...shape.data, fault: fault && { code: fault.code, details: fault.details } } };
  },
});

function faultOf({ cause }: TRPCError): Fault | null {
  if (cause instanceof Fault) return cause;
  if (cause instanceof SyntaxError) return new Fault("input_invalid");
  if (cause instanceof ZodError) {
    return new Fault("input_invalid", {
      issues: cause.issues.map(({ path, message }) => ({ path: path.map(String), message })),
    });
  }
  return null;
}

/** Gives a thrown fault the status of its table; anything else stays what it is. */
const faultsBecomeReplies = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof Fault)) return result;
  const fault = result.error.cause;
  throw new TRPCError({ code: TRPC_CODES[FAULTS[fault.code].status], message: fault.message, cause: fault });
});

export const router = t.router;

/** A procedure for everyone. */
export const open = t.procedure.use(faultsBecomeReplies);

/** A procedure for whoever has a session, guests too. Faults: `signed_out`. */
export const signedIn = open.use(async ({ ctx, next }) => {
  const user = await ctx.user();
  if (!user) throw new Fault("signed_out");
  return next({ ctx: { ...ctx, user } });
});
