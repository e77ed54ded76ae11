import type { AuthContext } from "better-auth";
import type { DBFieldAttribute } from "better-auth/db";

/** Wraps one call of an endpoint; `context` belongs to that request. */
type Run = (call: () => Promise<unknown>, context: AuthContext) => Promise<unknown>;

/** Returns the endpoint with each call wrapped by `run`, for changes that a hook cannot make, such as the status of a refusal. */
export const decorateEndpoint = <Endpoint extends object>(endpoint: Endpoint, run: Run): Endpoint =>
  new Proxy(endpoint, {
    apply: (call, self, args) => run(async () => Reflect.apply(Object(call), self, args), args[0].context),
  });

type OuterCall = { request?: Request | undefined; headers?: Headers | undefined; context: AuthContext };

/** Returns options for calling the library's endpoint from ours with the same request; the call returns its value, not a Response. */
export const toInnerCall = ({ request, headers, context }: OuterCall) => ({
  ...(request && { request }),
  ...(headers && { headers }),
  context,
  params: {},
  asResponse: false as const,
  returnHeaders: false as const,
  returnStatus: false as const,
});

/** The column `updatedAt` for the library's tables that lack it, set on insert and on each update. */
export const updatedAt = {
  type: "date",
  required: false,
  input: false,
  defaultValue: () => new Date(),
  onUpdate: () => new Date(),
} satisfies DBFieldAttribute;
