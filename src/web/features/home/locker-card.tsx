import { Link } from "@tanstack/react-router";
import { Suspense, useSyncExternalStore } from "react";
import { m } from "#messages";
import { ContinueAsGuest } from "#web/app/shell/session/continue-as-guest.tsx";
import { hasSessionEnded, personChange } from "#web/data/session/person.ts";
import { getButtonClasses } from "#web/ui/button.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { Panel } from "#web/ui/panel.tsx";

// Loaded only if the session has ended elsewhere.
const SessionExpired = lazyNamed(() => import("#web/app/shell/session/session-expired.tsx"), "SessionExpired");

/** An introduction for visitors, or a notice if the session has ended elsewhere. */
export function LockerCard() {
  const hasEnded = useSyncExternalStore(personChange.listen, hasSessionEnded, () => false);
  return hasEnded ? <ExpiredSession /> : <VisitorIntroduction />;
}

const CARD = "min-h-56";

/** Has the same height while its content is loading. */
const ExpiredSession = () => (
  <div className={CARD}>
    <Suspense>
      <SessionExpired isBare className="min-h-56 content-center" />
    </Suspense>
  </div>
);

function VisitorIntroduction() {
  return (
    <Panel title={m.home_no_account_needed()} className={CARD}>
      <p className="mb-4 text-ink-2">{m.home_no_account_needed_explained()}</p>
      <div className="flex flex-wrap items-start gap-3">
        <ContinueAsGuest />
        <Link to="/login" className={getButtonClasses("secondary")}>
          {m.common_sign_in()}
        </Link>
        <Link to="/platoons" className={getButtonClasses("quiet")}>
          {m.common_platoons()}
        </Link>
      </div>
    </Panel>
  );
}
