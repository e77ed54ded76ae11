import type { AuthContext } from "better-auth";

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
