import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import type { SessionUser } from "#web/data/session/session.ts";
import { accountsQuery } from "#web/features/account/account-queries.ts";
import { Feature } from "#web/features/account/feature.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { type Provider, providerName } from "#web/features/account/provider.ts";
import { perform } from "#web/features/account/reauthentication/pending-action.ts";
import { ProviderButtons } from "#web/features/account/sign-in/provider-buttons.tsx";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { useProviders } from "#web/features/account/use-providers.ts";
import { ConnectionRow } from "./connection-row.tsx";

/** The ways in that this account has, and those it may get. */
export function ConnectionsTab({ user }: { user: SessionUser }) {
  const providers = useProviders();
  const queryClient = useQueryClient();
  const query = useQuery(accountsQuery(user.id));
  const accounts = query.data;
  const free = providers.filter(({ id }) => !accounts?.some(({ providerId }) => providerId === id));
  return (
    <Panel title="Ways to sign in" className="max-w-3xl">
      <div className="grid gap-5">
        {query.isPending && <Skeleton label="Loading" rows={2} />}
        {query.isLoadingError && <ErrorPanel error={query.error} onRetry={query.refetch} />}
        {accounts && (
          <ul className="grid divide-y divide-line border-y border-line">
            {accounts.map((account) => (
              <ConnectionRow
                key={account.id}
                account={account}
                name={
                  account.providerId === "credential"
                    ? "E-mail and password"
                    : providerName(account.providerId, providers)
                }
                isLast={accounts.length === 1}
                onGone={() => queryClient.invalidateQueries({ queryKey: accountsQuery(user.id).queryKey })}
              />
            ))}
          </ul>
        )}
        {accounts && free.length > 0 && (
          <Feature needs={["linking"]} off="Other accounts cannot be connected on this site.">
            <Connect providers={free} />
          </Feature>
        )}
      </div>
    </Panel>
  );
}

function Connect({ providers }: { providers: readonly Provider[] }) {
  const link = useAccountCall(
    ({ id }: Provider, change) => perform({ action: "connect", about: id }, change),
    // The browser is on its way to the provider.
    () => {},
    ({ id }) => ({ action: "connect", about: id }),
  );
  return (
    <section className="grid gap-3">
      <h3 className="text-1">Connect another</h3>
      <FormRefusal refusal={link.refusal} />
      <ProviderButtons providers={providers} verb="Connect" busy={link.busy} onChoose={link.run} />
    </section>
  );
}
