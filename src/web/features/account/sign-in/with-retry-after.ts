import type { Answer } from "#web/features/account/reauthentication/use-reauthenticate.ts";

type FetchOptions = { onError: (context: { response: Response }) => void };

/** A call's answer; where it was refused for coming too often, with the seconds to wait. */
export async function withRetryAfter<Given extends Answer>(call: (fetchOptions: FetchOptions) => Promise<Given>) {
  let waitS = 0;
  const answer = await call({
    onError: ({ response }) => {
      waitS = Number(response.headers.get("retry-after"));
    },
  });
  return answer.error && waitS > 0 ? { ...answer, error: { ...answer.error, waitS } } : answer;
}
