import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import type { Provider } from "#web/features/account/provider.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { getLastSignInMethod, setLastSignInMethod } from "./last-sign-in-method.ts";
import { ProviderButtons } from "./provider-buttons.tsx";

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
      setLastSignInMethod(id);
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
        last={getLastSignInMethod()}
        busy={signIn.busy}
        onChoose={signIn.run}
      />
    </div>
  );
}
