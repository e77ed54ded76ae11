import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { Session } from "#web/client/session.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { accountsQuery } from "./account-queries.ts";
import { renewSession } from "./after-sign-in.ts";
import { authClient } from "./auth-client.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { Or } from "./or.tsx";
import { ProviderSignIn } from "./provider-sign-in.tsx";
import { useAccountForm } from "./use-account-form.ts";
import { useProviders } from "./use-providers.ts";

type ConfirmWaysProps = { session: Session; onConfirmed: () => void };

/** The ways in that this person has, one below the other. */
export function ConfirmWays({ session, onConfirmed }: ConfirmWaysProps) {
  const { data: accounts, isPending } = useQuery(accountsQuery(session.user.id));
  const { tab } = useSearch({ from: "/account" });
  const here = tab ? `/account?tab=${tab}` : "/account";
  const isWay = (id: string) => accounts?.some(({ providerId }) => providerId === id) ?? true;
  const providers = useProviders().filter(({ id }) => isWay(id));
  if (isPending) return <Skeleton label="Loading" rows={2} />;
  return (
    <div className="grid gap-4">
      {isWay("credential") && <ByPassword session={session} onConfirmed={onConfirmed} />}
      {providers.length > 0 && (
        <>
          {isWay("credential") && <Or />}
          <ProviderSignIn providers={providers} callbackURL={here} errorCallbackURL={here} />
          <p className="text-0 text-ink-2">You come back to this screen, and then do it once more.</p>
        </>
      )}
    </div>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A session that ends with the browser lives a day, any other for weeks. */
const isRemembered = ({ session }: Session): boolean =>
  Date.parse(session.expiresAt) - Date.parse(session.createdAt) > 2 * DAY_MS;

/** The new session takes the place of the old one. */
function ByPassword({ session, onConfirmed }: ConfirmWaysProps) {
  const queryClient = useQueryClient();
  const { email } = session.user;
  const form = useAccountForm(
    (text) => authClient.signIn.email({ email, password: text("password"), rememberMe: isRemembered(session) }),
    async () => {
      await authClient.revokeSession({ token: session.session.token });
      await renewSession(queryClient);
      onConfirmed();
    },
  );
  return (
    <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly className="hidden" />
      <PasswordField label="Your password" name="password" autoComplete="current-password" required />
      <Button type="submit" kind="primary" busy={form.busy}>
        Confirm
      </Button>
    </form>
  );
}
