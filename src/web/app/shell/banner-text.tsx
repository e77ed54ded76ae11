import { Link } from "@tanstack/react-router";
import type { Reach } from "#web/data/connectivity.ts";
import type { Session } from "#web/data/session/session.ts";

type BannerTextProps = { isOnline: boolean; reach: Reach; session: Session | null | undefined };

/** The banner's text: offline, then guest, then an unverified e-mail, then a newer build. */
export function BannerText({ isOnline, reach: { asOf, update }, session }: BannerTextProps) {
  if (!isOnline && asOf) return `Offline · as of ${measureTime(asOf)}. Changes wait on this device.`;
  if (!isOnline) return "You're offline. What's open here stays open.";
  if (session?.user.isAnonymous) {
    return (
      <>
        <span>Guest locker, stored in this browser only.</span>
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
function measureTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat("en-GB", { ...(!isToday && { dateStyle: "medium" }), timeStyle: "short" }).format(at);
}
