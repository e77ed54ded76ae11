// Runs a mutation outside React through the mutation cache, whose error handler redirects to /login when the session has ended
// and logs all other errors.
import type { MutationOptions, QueryClient } from "@tanstack/react-query";
import { type AccountClient, withAccountClient } from "#web/data/session/account-client.ts";

/** Runs a mutation of a data call. An abort only stops waiting for the response, so the error handler does not run. */
export function mutate<Data, Input>(
  queryClient: QueryClient,
  options: MutationOptions<Data, never, Input> | MutationOptions<Data, Error, Input>,
  input: Input,
  signal?: AbortSignal,
): Promise<Data> {
  // The error handler accepts any error, so this cast is safe.
  const mutation = queryClient.getMutationCache().build(queryClient, options as MutationOptions<Data, Error, Input>);
  const response = mutation.execute(input);
  return signal ? withAbort(response, signal) : response;
}

function withAbort<Data>(response: Promise<Data>, signal: AbortSignal): Promise<Data> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    response.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

type AccountResponse = { error: { status?: number; code?: string | undefined; message?: string | undefined } | null };

/** Runs a call that changes the account. `isIdempotent`: running it twice has the same effect as running it once. */
export type ChangeAccount = <Result extends AccountResponse>(
  call: (account: AccountClient) => Promise<Result>,
  options?: { isIdempotent: boolean },
) => Promise<Result>;

/** Wraps an error response for the mutation cache. Only an ended session counts as unauthorized, not a wrong password. */
class AccountCallError extends Error {
  override readonly name = "AccountCallError";
  readonly response: AccountResponse;
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(response: AccountResponse) {
    const { status, code, message } = response.error ?? {};
    super(message || code || `HTTP ${status}`);
    this.response = response;
    this.code = code;
    const isSessionOver = status === 401 && (code === undefined || code === "UNAUTHORIZED");
    this.status = isSessionOver || status !== 401 ? status : undefined;
  }
}

/** Retries only lost responses and server errors; a response below 500 is final. */
const shouldRetryCall = (failures: number, error: unknown): boolean =>
  failures < 1 && !(error instanceof AccountCallError && (error.response.error?.status ?? 500) < 500);

/**
 * Runs calls of the account system through the mutation cache. An error response is returned, not thrown. Only idempotent
 * calls are retried: a repeated sign-in, code or mail would have another effect.
 */
export const createAccountMutation =
  (queryClient: QueryClient): ChangeAccount =>
  async (call, { isIdempotent } = { isIdempotent: false }) => {
    const retry = isIdempotent && shouldRetryCall;
    const mutationFn = async () => {
      const response = await withAccountClient(call);
      if (response.error) throw new AccountCallError(response);
      return response;
    };
    try {
      return await mutate(queryClient, { mutationFn, retry }, undefined);
    } catch (error) {
      // Return the original error response.
      if (error instanceof AccountCallError) return error.response as Awaited<ReturnType<typeof call>>;
      throw error;
    }
  };
