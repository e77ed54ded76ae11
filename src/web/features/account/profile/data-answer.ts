import { getErrorCode } from "#web/data/problem.ts";
import type { AccountError } from "#web/features/account/account-errors.ts";

/** A data call's answer in the form of the account client's; what was no refusal is thrown. */
export async function getAnswer<Data>(
  call: Promise<Data>,
): Promise<{ data: Data; error: null } | { data: null; error: AccountError }> {
  try {
    return { data: await call, error: null };
  } catch (error) {
    const code = getErrorCode(error);
    if (!code || !(error instanceof Error)) throw error;
    return { data: null, error: { code, message: error.message } };
  }
}
