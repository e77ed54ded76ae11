import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { m } from "#messages";
import { QueryList } from "#web/app/shell/query-list.tsx";
import type { SessionUser } from "#web/data/session/session.ts";
import { accountsQuery, formatUnbrokenDay } from "#web/features/account/account-queries.ts";
import { Feature, getProviderName, type Provider, useProviders } from "#web/features/account/feature.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { perform } from "#web/features/account/reauthentication/pending-action.ts";
import { ProviderButtons } from "#web/features/account/sign-in/provider-buttons.tsx";
import { useAccountCall, usePendingAction } from "#web/features/account/use-account-call.ts";
import { ConfirmButton } from "#web/ui/overlays/confirm-dialog.tsx";
import { Panel } from "#web/ui/panel.tsx";

/** The account's sign-in methods, and the providers that can be connected. */
export function ConnectionsTab({ user }: { user: SessionUser }) {
  const providers = useProviders();
  const queryClient = useQueryClient();
  const query = useQuery(accountsQuery(user.id));
  const accounts = query.data ?? [];
  const unconnected = providers.filter(({ id }) => !accounts.some(({ providerId }) => providerId === id));
  return (
    <Panel title={m.account_ways_to_sign_in()}>
      <div className="grid gap-5">
        <QueryList query={query} items={accounts} loading={m.account_loading()} rows={2}>
          {(account) => (
            <ConnectionRow
              key={account.id}
              account={account}
              name={
                account.providerId === "credential"
                  ? m.account_e_mail_and_password()
                  : getProviderName(account.providerId, providers)
              }
              isLast={accounts.length === 1}
              onGone={() => queryClient.invalidateQueries({ queryKey: accountsQuery(user.id).queryKey })}
            />
          )}
        </QueryList>
        {query.data && unconnected.length > 0 && (
          <Feature needs={["linking"]} off={m.account_feature_no_linking()}>
            <ConnectProviders providers={unconnected} />
          </Feature>
        )}
      </div>
    </Panel>
  );
}

function ConnectProviders({ providers }: { providers: readonly Provider[] }) {
  const link = useAccountCall(
    ({ id }: Provider, change) => perform({ action: "connect", argument: id }, change),
    // The browser is navigating to the provider.
    () => {},
    ({ id }) => ({ action: "connect", argument: id }),
  );
  return (
    <section className="grid gap-3">
      <h3 className="text-1">{m.account_connect_another()}</h3>
      <FormRefusal refusal={link.refusal} />
      <ProviderButtons providers={providers} label={m.account_connect_provider} busy={link.busy} onChoose={link.run} />
    </section>
  );
}

type ConnectionRowProps = {
  account: { id: string; providerId: string; createdAt: Date; scopes: string[] };
  name: string;
  /** The only sign-in method cannot be removed. */
  isLast: boolean;
  onGone: () => Promise<void>;
};

/** A sign-in method with its age and scopes; a provider can be disconnected. */
function ConnectionRow({ account, name, isLast, onGone }: ConnectionRowProps) {
  const reasonId = useId();
  const day = formatUnbrokenDay(account.createdAt);
  const unlink = usePendingAction({ action: "disconnect", argument: account.id }, onGone);
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-40 grow">
          <h3 className="text-1">{name}</h3>
          <p className="text-0 text-ink-2">
            {account.scopes.length > 0
              ? m.account_connected_since_with_scopes({ day, scopes: account.scopes.join(", ") })
              : m.account_connected_since({ day })}
          </p>
        </div>
        {account.providerId !== "credential" && (
          <ConfirmButton
            size="small"
            busy={unlink.busy}
            disabled={isLast}
            aria-label={m.account_disconnect_name({ name })}
            {...(isLast && { "aria-describedby": reasonId })}
            question={m.account_disconnect_name_question({ name })}
            description={m.account_disconnecting_explained()}
            action={m.account_disconnect()}
            onConfirm={() => void unlink.run()}
          />
        )}
      </div>
      {isLast && (
        <p id={reasonId} className="text-0 text-ink-3">
          {m.account_error_last_sign_in_method()}
        </p>
      )}
      <FormRefusal refusal={unlink.refusal} />
    </li>
  );
}
