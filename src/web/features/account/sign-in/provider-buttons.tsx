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

const FIRST = 4;

type ProviderButtonsProps = {
  providers: readonly Provider[];
  /** The button's text. */
  label: (inputs: { provider: string }) => string;
  /** The one to mark as used last. */
  last?: string | null;
  busy: boolean;
  onChoose: (provider: Provider) => void;
};

/** A button per provider: four in sight, the one used last among them, and the rest behind one more. */
export function ProviderButtons({ providers, last = null, ...rest }: ProviderButtonsProps) {
  const ordered = providers.toSorted((a, b) => Number(b.id === last) - Number(a.id === last));
  const more = ordered.slice(FIRST);
  return (
    <div className="grid gap-3">
      <Buttons providers={ordered.slice(0, FIRST)} last={last} {...rest} />
      {more.length > 0 && <More providers={more} {...rest} />}
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

function More({ providers, ...rest }: ProviderButtonsProps) {
  const [typed, setTyped] = useState("");
  const matches = createTextMatcher(typed);
  const matching = providers.filter(({ name }) => matches(name));
  return (
    <details className="grid gap-3">
      <summary className="min-h-10 content-center text-1 text-accent">
        {m.account_more_ways_to_sign_in({ count: providers.length })}
      </summary>
      <div className="mt-3 grid gap-3">
        <SearchField label={m.account_filter_by_name()} value={typed} onChange={setTyped} />
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

/** Why a person came back from a provider without a result. */
export function ReturnRefusal({ code, isSignedIn = false }: ReturnRefusalProps) {
  const way = getLastSignInMethod();
  const provider = useProviders().find(({ id }) => id === way);
  return <FormRefusal refusal={getReturnRefusal(code, provider?.name, isSignedIn)} />;
}
