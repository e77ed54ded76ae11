import { Link, useLocation } from "@tanstack/react-router";
import { m } from "#messages";
import { DataProvider } from "#web/data/data-provider.tsx";
import { useOutbox } from "#web/data/offline/pending.ts";
import { getLastPerson, SessionEndedError } from "#web/data/session/person.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { useSignOut } from "./use-sign-out.ts";

type SessionExpiredProps = {
  /** Set if no stored data is shown below. */
  isBare?: boolean;
  className?: string;
};

/** The notice above stored data after the user's session has ended elsewhere. */
export const SessionExpired = (props: SessionExpiredProps) => (
  // "Clear this device" needs a query client, and the home page provides none.
  <DataProvider>
    <Notice {...props} />
  </DataProvider>
);

function Notice({ isBare = false, className }: SessionExpiredProps) {
  const href = useLocation({ select: (location) => location.href });
  const signOut = useSignOut();
  const pendingCount = useOutbox().pendingMutations.length;
  const { isGuest = false } = getLastPerson() ?? {};
  return (
    <section
      role="alert"
      aria-label={m.app_session_expired()}
      className={classes("panel flex flex-wrap items-center gap-x-5 gap-y-3 border-accent p-4", className)}
    >
      <div className="min-w-60 grow basis-80">
        <p className="font-cond text-2 font-semibold">{new SessionEndedError().message}</p>
        <p className="mt-1 text-0 text-ink-2">
          {isBare && !isGuest ? m.app_locker_is_one_sign_in_away() : getDetail(isGuest, pendingCount)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to="/login" search={{ redirect: href }} className={getButtonClasses("primary")}>
          {m.app_sign_in_title_case()}
        </Link>
        <Button kind="quiet" onClick={() => void signOut()}>
          {m.app_clear_this_device()}
        </Button>
      </div>
    </section>
  );
}

function getDetail(isGuest: boolean, pendingCount: number): string {
  if (isGuest) return pendingCount > 0 ? m.app_guest_session_ended_changes_wait() : m.app_guest_session_ended();
  return pendingCount > 0
    ? m.app_session_ended_changes_wait({ count: pendingCount })
    : m.app_session_ended_as_last_seen();
}
