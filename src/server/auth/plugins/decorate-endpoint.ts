import type { AuthContext } from "better-auth";
import type { DBFieldAttribute } from "better-auth/db";

/** `context` belongs to the one request. */
type Run = (call: () => Promise<unknown>, context: AuthContext) => Promise<unknown>;

/** The same endpoint, each call of it made by `run`: for what a hook cannot change, such as the status of a refusal. */
export const decorateEndpoint = <Endpoint extends object>(endpoint: Endpoint, run: Run): Endpoint =>
  new Proxy(endpoint, {
    apply: (call, self, given) => run(async () => Reflect.apply(Object(call), self, given), given[0].context),
  });

type Outer = { request?: Request | undefined; headers?: Headers | undefined; context: AuthContext };

/** What a call of the library needs when one of ours makes it in its own place: the same request, its value alone. */
export const toInnerCall = ({ request, headers, context }: Outer) => ({
  ...(request && { request }),
  ...(headers && { headers }),
  context,
  params: {},
  asResponse: false as const,
  returnHeaders: false as const,
  returnStatus: false as const,
});

/** The column that the library leaves out of some of its tables: set when a row is made and each time it changes. */
export const updatedAt = {
  type: "date",
  required: false,
  input: false,
  defaultValue: () => new Date(),
  onUpdate: () => new Date(),
} satisfies DBFieldAttribute;
