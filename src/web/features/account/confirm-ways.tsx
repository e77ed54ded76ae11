import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { renewSession, type Session } from "#web/client/session.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { accountsQuery, passkeysQuery } from "./account-queries.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { Or } from "./or.tsx";
import { knowsPasskeys } from "./passkey.ts";
import { ProviderSignIn } from "./provider-sign-in.tsx";
import { useAccountCall } from "./use-account-call.ts";
import { useAccountForm } from "./use-account-form.ts";
import { useProviders } from "./use-providers.ts";
import { keepWanted, type Wanted } from "./wanted.ts";

type WayProps = { session: Session; onConfirmed: () => void };
type ConfirmWaysProps = WayProps & { wanted: Wanted | undefined };

/** The ways in that this person has, one below the other. */
export function ConfirmWays({ session, wanted, onConfirmed }: ConfirmWaysProps) {
  const userId = session.user.id;
  const { data: accounts, isPending } = useQuery(accountsQuery(userId));
  const { data: passkeys, isPending: isAsking } = useQuery(passkeysQuery(userId));
  const { tab } = useSearch({ from: "/account" });
  const here = tab ? `/account?tab=${tab}` : "/account";
  const isWay = (id: string) => accounts?.some(({ providerId }) => providerId === id) ?? true;
  const providers = useProviders().filter(({ id }) => isWay(id));
  const hasPasskey = knowsPasskeys() && passkeys !== undefined && passkeys.length > 0;
  if (isPending || isAsking) return <Skeleton label="Loading" rows={2} />;
  return (
    <div className="grid gap-4">
      {hasPasskey && <ByPasskey onConfirmed={onConfirmed} />}
      {hasPasskey && isWay("credential") && <Or />}
      {isWay("credential") && <ByPassword session={session} onConfirmed={onConfirmed} />}
      {providers.length > 0 && (
        <>
          {(hasPasskey || isWay("credential")) && <Or />}
          <ProviderSignIn
            providers={providers}
            callbackURL={here}
            errorCallbackURL={here}
            onLeave={() => wanted && keepWanted(userId, wanted)}
          />
          <p className="text-0 text-ink-2">
            {wanted
              ? "You come back to this screen, and it is done then."
              : "You come back to this screen, and then do it once more."}
          </p>
        </>
      )}
    </div>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A session that ends with the browser lives a day, any other for weeks. */
const isRemembered = ({ session }: Session): boolean =>
  Date.parse(session.expiresAt) - Date.parse(session.createdAt) > 2 * DAY_MS;

/** Only this person's passkeys are asked for. */
function ByPasskey({ onConfirmed }: Pick<WayProps, "onConfirmed">) {
  const queryClient = useQueryClient();
  const signIn = useAccountCall(
    (_, change) => change((account) => account.signIn.passkey()),
    async () => {
      await renewSession(queryClient);
      onConfirmed();
    },
  );
  return (
    <div className="grid gap-3">
      <FormRefusal refusal={signIn.refusal} />
      <Button busy={signIn.busy} onClick={() => signIn.run(undefined)}>
        <KeyRound aria-hidden="true" className="size-5" strokeWidth={1.75} />
        Confirm with a passkey
      </Button>
    </div>
  );
}

/** The new session takes the place of the old one. */
function ByPassword({ session, onConfirmed }: WayProps) {
  const queryClient = useQueryClient();
  const { email } = session.user;
  const form = useAccountForm(
    async (text, change) => {
      const answer = await change((account) =>
        account.signIn.email({ email, password: text("password"), rememberMe: isRemembered(session) }),
      );
      if (!answer.error) await change((account) => account.revokeSession({ token: session.session.token }));
      return answer;
    },
    async () => {
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
