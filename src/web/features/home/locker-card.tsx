import { Link } from "@tanstack/react-router";
import { Suspense, useSyncExternalStore } from "react";
import { m } from "#messages";
import { ContinueAsGuest } from "#web/app/shell/session/continue-as-guest.tsx";
import { hasSessionEnded, personChange } from "#web/data/session/person.ts";
import { buttonLook } from "#web/ui/button.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { Panel } from "#web/ui/panel.tsx";

// Loaded for a person whose session ended elsewhere alone.
const SessionExpired = lazyNamed(() => import("#web/app/shell/session/session-expired.tsx"), "SessionExpired");

/** An introduction; or for a person whose session ended elsewhere, what to do about it. */
export function LockerCard() {
  const hasEnded = useSyncExternalStore(personChange.listen, hasSessionEnded, () => false);
  return hasEnded ? <ForEnded /> : <ForVisitors />;
}

const CARD = "min-h-56";

/** As tall while its text comes. */
const ForEnded = () => (
  <div className={CARD}>
    <Suspense>
      <SessionExpired isBare className="min-h-56 content-center" />
    </Suspense>
  </div>
);

function ForVisitors() {
  return (
    <Panel title={m.home_no_account_needed()} className={CARD}>
      <p className="mb-4 text-ink-2">{m.home_no_account_needed_explained()}</p>
      <div className="flex flex-wrap items-start gap-3">
        <ContinueAsGuest />
        <Link to="/login" className={buttonLook("secondary")}>
          {m.common_sign_in()}
        </Link>
      </div>
    </Panel>
  );
}
