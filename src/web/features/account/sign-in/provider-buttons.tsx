import { useState } from "react";
import { m } from "#messages";
import { createTextMatcher } from "#messages/text-matcher.ts";
import { getReturnRefusal } from "#web/features/account/account-errors.ts";
import { type Provider, useProviders } from "#web/features/account/feature.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { SearchField } from "#web/ui/fields/field.tsx";
import { getLastSignInMethod, setLastSignInMethod } from "./after-sign-in.ts";

const MAX_VISIBLE = 4;

type ProviderButtonsProps = {
  providers: readonly Provider[];
  /** Returns the label of a button. */
  label: (inputs: { provider: string }) => string;
  /** The id of the last used provider. */
  last?: string | null;
  busy: boolean;
  onChoose: (provider: Provider) => void;
};

/** A button for each provider: four are visible, the last used one first, and the rest can be expanded. */
export function ProviderButtons({ providers, last = null, ...rest }: ProviderButtonsProps) {
  const sorted = providers.toSorted((a, b) => Number(b.id === last) - Number(a.id === last));
  const hiddenProviders = sorted.slice(MAX_VISIBLE);
  return (
    <div className="grid gap-3">
      <Buttons providers={sorted.slice(0, MAX_VISIBLE)} last={last} {...rest} />
      {hiddenProviders.length > 0 && <MoreProviders providers={hiddenProviders} {...rest} />}
    </div>
  );
}

function Buttons({ providers, label, last, busy, onChoose }: ProviderButtonsProps) {
  return providers.map((provider) => (
    <Button key={provider.id} busy={busy} onClick={() => onChoose(provider)}>
      <span>{label({ provider: provider.name })}</span>
      {provider.id === last && <Badge>{m.account_last_used()}</Badge>}
    </Button>
  ));
}

function MoreProviders({ providers, ...rest }: ProviderButtonsProps) {
  const [query, setQuery] = useState("");
  const matches = createTextMatcher(query);
  const matching = providers.filter(({ name }) => matches(name));
  return (
    <details className="grid gap-3">
      <summary className="min-h-10 content-center text-1 text-accent">
        {m.account_more_ways_to_sign_in({ count: providers.length })}
      </summary>
      <div className="mt-3 grid gap-3">
        <SearchField label={m.account_filter_by_name()} value={query} onChange={setQuery} />
        <Buttons providers={matching} {...rest} />
        <p role="status" className="text-0 text-ink-2 empty:hidden">
          {matching.length === 0 && m.account_none_of_that_name()}
        </p>
      </div>
    </details>
  );
}

type ProviderSignInProps = {
  providers: readonly Provider[];
  /** The address to which the provider redirects after success. */
  callbackURL: string;
  errorCallbackURL: string;
  /** Runs before the browser leaves the page. */
  onLeave?: () => void;
};

/** Buttons that sign in with a provider. */
export function ProviderSignIn({ providers, callbackURL, errorCallbackURL, onLeave }: ProviderSignInProps) {
  const signIn = useAccountCall(
    ({ id }: Provider, change) => {
      setLastSignInMethod(id);
      onLeave?.();
      return change((account) => account.signIn.social({ provider: id, callbackURL, errorCallbackURL }));
    },
    // The browser is navigating to the provider.
    () => {},
  );
  return (
    <div className="grid gap-3">
      <FormRefusal refusal={signIn.refusal} />
      <ProviderButtons
        providers={providers}
        label={m.account_continue_with_provider}
        last={getLastSignInMethod()}
        busy={signIn.busy}
        onChoose={signIn.run}
      />
    </div>
  );
}

type ReturnRefusalProps = {
  code: string;
  /** Set for a signed-in user, who was connecting the provider or confirming their identity. */
  isSignedIn?: boolean;
};

/** The error of a provider's redirect. */
export function ReturnRefusal({ code, isSignedIn = false }: ReturnRefusalProps) {
  const method = getLastSignInMethod();
  const provider = useProviders().find(({ id }) => id === method);
  return <FormRefusal refusal={getReturnRefusal(code, provider?.name, isSignedIn)} />;
}
