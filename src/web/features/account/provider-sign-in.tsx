import { FormRefusal } from "./form-refusal.tsx";
import { lastWay, rememberWay } from "./last-way.ts";
import type { Provider } from "./provider.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { useAccountCall } from "./use-account-call.ts";

type ProviderSignInProps = {
  providers: readonly Provider[];
  /** Where to be after the provider's return. */
  callbackURL: string;
  errorCallbackURL: string;
  /** Runs before the browser is on its way. */
  onLeave?: () => void;
};

/** Leads to a provider, and from there back. */
export function ProviderSignIn({ providers, callbackURL, errorCallbackURL, onLeave }: ProviderSignInProps) {
  const signIn = useAccountCall(
    ({ id }: Provider, change) => {
      rememberWay(id);
      onLeave?.();
      return change((account) => account.signIn.social({ provider: id, callbackURL, errorCallbackURL }));
    },
    // The browser is on its way to the provider.
    () => {},
  );
  return (
    <div className="grid gap-3">
      <FormRefusal refusal={signIn.refusal} />
      <ProviderButtons
        providers={providers}
        verb="Continue with"
        last={lastWay()}
        busy={signIn.busy}
        onChoose={signIn.run}
      />
    </div>
  );
}
