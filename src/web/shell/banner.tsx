import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Reach, useOnline, useReach } from "#web/client/reach.ts";
import { type Session, useSession } from "#web/client/session.ts";

/**
 * The one thing to know right now: offline, then guest, then an unverified e-mail, then a newer build. It lies on the
 * space every screen keeps free above its heading, so that nothing moves when it comes.
 */
export function Banner() {
  const isOnline = useOnline();
  const reach = useReach();
  const session = useSession();
  const text = textOf(isOnline, reach, session);
  if (!text) return null;
  return (
    <div role="status" className="page absolute inset-x-0 top-0">
      <p className="flex min-h-9 items-center gap-3 border-b border-line font-cond text-00 text-ink-2 md:text-0">
        {text}
      </p>
    </div>
  );
}

function textOf(isOnline: boolean, { asOf, update }: Reach, session: Session | null | undefined): ReactNode {
  if (!isOnline && asOf) return `Offline · as of ${timeOf(asOf)}. Changes wait on this device.`;
  if (!isOnline) return "You are offline. What is open here stays open.";
  if (session?.user.isAnonymous) {
    return (
      <>
        <span>Guest locker, kept in this browser only.</span>
        <Link
          to="/login"
          search={{ mode: "sign-up" }}
          className="link inline-flex min-h-9 items-center whitespace-nowrap"
        >
          Create account
        </Link>
      </>
    );
  }
  if (session && !session.user.emailVerified) {
    return (
      <>
        <span>Your e-mail is not verified yet.</span>
        <Link to="/verify-email" className="link inline-flex min-h-9 items-center whitespace-nowrap">
          Send a new link
        </Link>
      </>
    );
  }
  if (!update) return null;
  return (
    <>
      <span>A newer version is ready.</span>
      <button type="button" onClick={update} className="link min-h-9">
        Reload
      </button>
    </>
  );
}

/** The time of day; of another day the date, too. */
function timeOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat("en-GB", { ...(!isToday && { dateStyle: "medium" }), timeStyle: "short" }).format(at);
}
