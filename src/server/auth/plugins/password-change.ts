// A change of password may have checked its session and the old password before both were revoked: it verifies them once
// more in the transaction that writes.
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, changePassword } from "better-auth/api";
import { decorateEndpoint } from "./decorate-endpoint.ts";

type Transaction = Parameters<Parameters<AuthContext["adapter"]["transaction"]>[0]>[0];

/** Gives the library's call an adapter whose transaction begins with the check. */
async function changeIfUnrevoked(call: () => Promise<unknown>, context: AuthContext): Promise<unknown> {
  const { adapter, password } = context;
  let verifiedHash: string | undefined;
  context.password = {
    ...password,
    verify: (given) => {
      verifiedHash = given.hash;
      return password.verify(given);
    },
  };
  context.adapter = {
    ...adapter,
    transaction: (work) =>
      adapter.transaction(async (trx) => {
        await requireUnrevoked(trx, context.session, verifiedHash);
        return work(trx);
      }),
  };
  return call();
}

async function requireUnrevoked(
  trx: Transaction,
  own: AuthContext["session"],
  hash: string | undefined,
): Promise<void> {
  if (!own) throw unauthorized();
  const { user, session } = own;
  // Takes the lock of the person's row: a revocation that is under way holds it until its rows are gone.
  await trx.update({ model: "user", where: [{ field: "id", value: user.id }], update: { updatedAt: new Date() } });
  const live = await trx.findOne({ model: "session", where: [{ field: "id", value: session.id }] });
  if (!live) throw unauthorized();
  const account = await trx.findOne<{ password: string | null }>({
    model: "account",
    where: [
      { field: "userId", value: user.id },
      { field: "providerId", value: "credential" },
    ],
  });
  if (hash === undefined || account?.password !== hash)
    throw APIError.from("BAD_REQUEST", { code: "INVALID_PASSWORD", message: "Invalid password" });
}

const unauthorized = (): APIError => APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });

export const passwordChange = {
  id: "password-change",
  // Under the library's own key: it stands in the place of its call.
  endpoints: { changePassword: decorateEndpoint(changePassword, changeIfUnrevoked) },
} satisfies BetterAuthPlugin;
