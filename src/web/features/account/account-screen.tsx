import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { m } from "#messages";
import { KeySwitches } from "#web/app/shell/footer/key-switches.tsx";
import { LanguageSelect } from "#web/app/shell/footer/language-select.tsx";
import { Page } from "#web/app/shell/page/page.tsx";
import { ProblemScreen } from "#web/app/shell/problem-screen.tsx";
import { useSignOut } from "#web/app/shell/session/use-sign-out.ts";
import { SessionEndedError } from "#web/data/session/person.ts";
import { type Session, type SessionUser, useSession, useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { DataTab } from "#web/features/account/profile/data-tab.tsx";
import { DeletedScreen } from "#web/features/account/profile/deleted-screen.tsx";
import { ProfileForm } from "#web/features/account/profile/profile-form.tsx";
import {
  getSuccessMessage,
  type PendingAction,
  perform,
  takePendingAction,
} from "#web/features/account/reauthentication/pending-action.ts";
import { ConfirmIdentity } from "#web/features/account/reauthentication/reauthentication-methods.tsx";
import { ConnectionsTab } from "#web/features/account/security/connections-tab.tsx";
import { SecurityTab } from "#web/features/account/security/security-tab.tsx";
import { SessionsTab } from "#web/features/account/security/sessions-tab.tsx";
import { ReturnRefusal } from "#web/features/account/sign-in/provider-buttons.tsx";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { ACCOUNT_TABS, type AccountSearch, type AccountTab } from "./account-search.ts";
import { useAccountCall } from "./use-account-call.ts";

/** The account settings; for a guest, an invitation to create an account. */
export function AccountScreen(search: AccountSearch) {
  const session = useSession();
  const hasEnded = useViewer()?.hasEnded === true;
  const problem = useSessionProblem();
  if (search.deleted && session === null) return <DeletedScreen />;
  if (hasEnded) throw new SessionEndedError();
  if (problem) return <ProblemScreen error={problem.error} reset={problem.retry} />;
  return <Page title={m.common_account()}>{getContent(session, search)}</Page>;
}

function getContent(session: Session | null | undefined, search: AccountSearch) {
  if (session === undefined) return <Skeleton label={m.account_loading_your_account()} rows={3} />;
  if (session === null) return <SignInNotice />;
  return (
    <ConfirmIdentity session={session}>
      {session.user.isAnonymous ? <GuestAccount session={session} /> : <Settings session={session} {...search} />}
    </ConfirmIdentity>
  );
}

type SettingsProps = AccountSearch & { session: Session };

function Settings({ session, tab = "profile", error }: SettingsProps) {
  const navigate = useNavigate();
  const open = (next: AccountTab) =>
    navigate({ to: "/account", search: next === "profile" ? {} : { tab: next }, resetScroll: false });
  const { user } = session;
  return (
    <>
      <ResumeAction userId={user.id} isConfirmed={!error} />
      {error && (
        <div className="mb-5 max-w-3xl">
          <ReturnRefusal code={error} isSignedIn />
        </div>
      )}
      <Tabs label={m.account_settings()} value={tab} tabs={ACCOUNT_TABS} onChange={open}>
        <div className="max-w-3xl">
          {tab === "profile" && <ProfileTab user={user} />}
          {tab === "security" && <SecurityTab user={user} />}
          {tab === "sessions" && <SessionsTab session={session} />}
          {tab === "connections" && <ConnectionsTab user={user} />}
          {tab === "data" && <DataTab user={user} />}
        </div>
      </Tabs>
    </>
  );
}

function ProfileTab({ user }: { user: SessionUser }) {
  const signOut = useSignOut();
  return (
    <div className="grid justify-items-start gap-8">
      <ProfileForm user={user} />
      <Panel title={m.app_language()} className="w-full">
        <LanguageSelect />
      </Panel>
      <Panel title={m.common_shortcuts()} className="w-full">
        <KeySwitches />
      </Panel>
      <Button onClick={signOut}>{m.common_sign_out()}</Button>
    </div>
  );
}

function SignInNotice() {
  return (
    <>
      <p className="mb-4">{m.common_you_need_to_sign_in()}</p>
      <Link to="/login" search={{ redirect: "/account" }} className={getButtonClasses("primary")}>
        {m.common_sign_in()}
      </Link>
    </>
  );
}

function GuestAccount({ session }: { session: Session }) {
  return (
    <div className="grid max-w-3xl gap-5">
      <Panel title={m.account_keep_this_locker()}>
        <p className="mb-4 text-ink-2">{m.account_keep_this_locker_explained()}</p>
        <Link to="/login" search={{ mode: "sign-up" }} className={getButtonClasses("primary")}>
          {m.common_create_account()}
        </Link>
      </Panel>
      <DataTab user={session.user} />
    </div>
  );
}

type ResumeActionProps = {
  userId: string;
  /** False after a return from a provider without a sign-in: then the action is dropped. */
  isConfirmed: boolean;
};

/** Performs the action that was pending before a provider's sign-in, once, and shows the result. */
function ResumeAction({ userId, isConfirmed }: ResumeActionProps) {
  const queryClient = useQueryClient();
  const [successMessage, setSuccessMessage] = useState("");
  const resumed = useAccountCall(
    perform,
    async (action: PendingAction) => {
      setSuccessMessage(getSuccessMessage(action));
      await queryClient.invalidateQueries();
    },
    (action) => action,
  );
  const resume = useEffectEvent(() => {
    const action = takePendingAction(userId);
    if (action && isConfirmed) void resumed.run(action);
  });
  useEffect(() => resume(), []);
  return (
    <div className="mb-5 max-w-3xl empty:hidden">
      <FormRefusal refusal={resumed.refusal} />
      {successMessage && (
        <p role="status" className="rounded-1 bg-tint p-3 text-0">
          {successMessage}
        </p>
      )}
    </div>
  );
}
