import { useAccountCall } from "./use-account-call.ts";
import { perform, type Wanted } from "./wanted.ts";

/** A call that has a name: after a provider's return it is made all the same. */
export function useWanted(wanted: Wanted, done: () => void | Promise<void>) {
  const { busy, refusal, run } = useAccountCall(
    (_, change) => perform(wanted, change),
    done,
    () => wanted,
  );
  return { busy, refusal, run: () => run(undefined) };
}
