import type { AuthContext } from "better-auth";

/** `context` belongs to the one request. */
type Run = (call: () => Promise<unknown>, context: AuthContext) => Promise<unknown>;

/** The same endpoint, each call of it made by `run`: for what a hook cannot change, such as the status of a refusal. */
export const decorateEndpoint = <Endpoint extends object>(endpoint: Endpoint, run: Run): Endpoint =>
  new Proxy(endpoint, {
    apply: (call, self, given) => run(async () => Reflect.apply(Object(call), self, given), given[0].context),
  });
