import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { ContinueAsGuest } from "#web/app/shell/session/continue-as-guest.tsx";
import { buttonLook } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { hasSessionEnded, personChange } from "#web/data/session/person.ts";
import { useSession } from "#web/data/session/session.ts";

// Loaded for a person whose session ended elsewhere alone.
const SessionExpired = lazy(() =>
  import("#web/app/shell/session/session-expired.tsx").then((module) => ({ default: module.SessionExpired })),
);
const OwnLoadouts = lazy(() => import("./own-loadouts.tsx").then((module) => ({ default: module.OwnLoadouts })));

/**
 * An introduction or the user's locker. Equal height for guests and visitors; the rest is shown in free space or last,
 * so that nothing moves.
 */
export function LockerCard() {
  const session = useSession();
  const hasEnded = useSyncExternalStore(personChange.listen, hasSessionEnded, () => false);
  if (!session) return session === null && hasEnded ? <ForEnded /> : <ForStrangers />;
  return (
    <>
      {session.user.isAnonymous ? <ForGuests /> : <ForMembers name={session.user.name} />}
      <div className="grid gap-5 max-md:order-last md:col-start-2 md:row-start-2">
        <Suspense>
          <OwnLoadouts />
        </Suspense>
      </div>
    </>
  );
}

const CARD = "min-h-56 md:col-start-2 md:row-start-1";

/** As tall while its text comes. */
const ForEnded = () => (
  <div className={CARD}>
    <Suspense>
      <SessionExpired isBare className="min-h-56 content-center" />
    </Suspense>
  </div>
);

function ForStrangers() {
  return (
    <Panel title="No account needed" className={CARD}>
      <p className="mb-4 text-ink-2">
        Look up, compare and build right away. Save as a guest, and take everything with you when you sign up.
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <ContinueAsGuest />
        <Link to="/login" className={buttonLook("secondary")}>
          Sign in
        </Link>
      </div>
    </Panel>
  );
}

function ForGuests() {
  return (
    <Panel title="Keep this locker" className={CARD}>
      <p className="mb-4 text-ink-2">It lives in this browser only. Create an account and everything moves with you.</p>
      <div>
        <Link to="/login" search={{ mode: "sign-up" }} className={buttonLook("primary")}>
          Create account
        </Link>
      </div>
    </Panel>
  );
}

function ForMembers({ name }: { name: string }) {
  return (
    <Panel title="Your locker" className={CARD}>
      <p className="mb-4 text-ink-2">Signed in as {name}. Your loadouts are on every device you sign in on.</p>
      <ul className="flex flex-wrap gap-3">
        <li>
          <Link to="/bf2042" search={{ tab: "loadouts" }} className={buttonLook("secondary")}>
            Loadouts of 2042
          </Link>
        </li>
        <li>
          <Link to="/bf4" search={{ tab: "loadouts" }} className={buttonLook("secondary")}>
            Loadouts of BF4
          </Link>
        </li>
      </ul>
    </Panel>
  );
}
