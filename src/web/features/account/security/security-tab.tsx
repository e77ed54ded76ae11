import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import type { SessionUser } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Feature } from "#web/features/account/feature.tsx";
import { EmailForm } from "./email-form.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SetPasswordForm } from "./set-password-form.tsx";

/** How one gets in, and where mails about it go: a card each. */
export function SecurityTab({ user }: { user: SessionUser }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Panel title="Password">
        <Feature needs={["passwords"]} off="This site has no passwords.">
          <PasswordCard user={user} />
        </Feature>
      </Panel>
      <Panel title="E-mail">
        <Feature needs={["change-email"]} off={`${user.email}. The address cannot be changed on this site.`}>
          <EmailForm user={user} />
        </Feature>
      </Panel>
      <PasskeysCard user={user} />
    </div>
  );
}

function PasswordCard({ user }: { user: SessionUser }) {
  const { data, error, refetch } = useQuery(useTRPC().account.overview.queryOptions());
  if (data) return data.hasPassword ? <PasswordForm user={user} /> : <SetPasswordForm user={user} />;
  if (error) return <ErrorPanel error={error} onRetry={refetch} />;
  return <Skeleton label="Loading" rows={3} />;
}
