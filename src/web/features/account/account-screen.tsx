import { Link, useNavigate } from "@tanstack/react-router";
import { type SessionUser, useSession } from "#web/client/session.ts";
import { Page } from "#web/shell/page.tsx";
import { useLeave } from "#web/shell/use-leave.ts";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { ACCOUNT_TABS, type AccountTab } from "./account-search.ts";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** Settings of the account; a guest sees how to get one. */
export function AccountScreen({ tab }: { tab: AccountTab }) {
  const session = useSession();
  return <Page title="Account">{contentOf(session, tab)}</Page>;
}

function contentOf(session: ReturnType<typeof useSession>, tab: AccountTab) {
  if (session === undefined) return <Skeleton label="Loading your account" rows={3} />;
  if (session === null) return <ForStrangers />;
  return session.user.isAnonymous ? <ForGuests /> : <Settings user={session.user} tab={tab} />;
}

function Settings({ user, tab }: { user: SessionUser; tab: AccountTab }) {
  const navigate = useNavigate();
  const open = (next: AccountTab) =>
    navigate({ to: "/account", search: next === "profile" ? {} : { tab: next }, resetScroll: false });
  const leave = useLeave();
  return (
    <>
      <Tabs label="Settings" value={tab} tabs={ACCOUNT_TABS} onChange={open}>
        {tab === "profile" ? <ProfileForm user={user} /> : <PasswordForm user={user} />}
      </Tabs>
      <div className="mt-8">
        <Button onClick={leave}>Sign out</Button>
      </div>
    </>
  );
}

function ForStrangers() {
  return (
    <>
      <p className="mb-4">You need to sign in to access this page.</p>
      <Link to="/login" search={{ redirect: "/account" }} className={buttonLook("primary")}>
        Sign in
      </Link>
    </>
  );
}

function ForGuests() {
  return (
    <Panel title="Keep this locker" className="max-w-xl">
      <p className="mb-4 text-ink-2">It lives in this browser only. Create an account and everything moves with you.</p>
      <Link to="/login" search={{ mode: "sign-up" }} className={buttonLook("primary")}>
        Create account
      </Link>
    </Panel>
  );
}
