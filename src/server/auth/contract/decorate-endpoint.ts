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

/** Options for calling an endpoint of the library from ours: the same request, and its value instead of a response. */
export const toInnerCall = ({ request, headers, context }: Outer) => ({
  ...(request && { request }),
  ...(headers && { headers }),
  context,
  params: {},
  asResponse: false as const,
  returnHeaders: false as const,
  returnStatus: false as const,
});

/** The column `updatedAt`, which some of the library's tables lack: set on insert and on each update. */
export const updatedAt = {
  type: "date",
  required: false,
  input: false,
  defaultValue: () => new Date(),
  onUpdate: () => new Date(),
} satisfies DBFieldAttribute;
