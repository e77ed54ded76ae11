import { Link } from "@tanstack/react-router";
import { type ReactNode, useSyncExternalStore } from "react";
import { type Session, useSession } from "#web/client/session.ts";

/**
 * The one thing to know right now: offline, then guest, then an unverified e-mail. It lies on the space every screen
 * keeps free above its heading, so that nothing moves when it comes.
 */
export function Banner() {
  const online = useOnline();
  const session = useSession();
  const text = textOf(online, session);
  if (!text) return null;
  return (
    <div role="status" className="page absolute inset-x-0 top-0">
      <p className="flex min-h-9 items-center gap-3 border-b border-line font-cond text-00 text-ink-2 md:text-0">
        {text}
      </p>
    </div>
  );
}

function textOf(online: boolean, session: Session | null | undefined): ReactNode {
  if (!online) return "You are offline. What is open here stays open.";
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
  return null;
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener("online", listener);
      window.addEventListener("offline", listener);
      return () => {
        window.removeEventListener("online", listener);
        window.removeEventListener("offline", listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
