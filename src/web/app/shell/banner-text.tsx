import { Link } from "@tanstack/react-router";
import { m } from "#messages";
import { formatInstant, formatTime } from "#messages/format.ts";
import type { Connectivity } from "#web/data/offline/connectivity.ts";
import type { Session } from "#web/data/session/session.ts";

type BannerTextProps = { isOnline: boolean; reach: Connectivity; session: Session | null | undefined };

/** The banner's text: offline, then guest, then an unverified e-mail, then a newer build. */
export function BannerText({ isOnline, reach: { asOf, update }, session }: BannerTextProps) {
  if (!isOnline && asOf) return m.app_offline_as_of({ time: formatAge(asOf) });
  if (!isOnline) return m.app_offline_nothing_stored();
  if (session?.user.isAnonymous) {
    return (
      <>
        <span>{m.app_guest_locker_in_this_browser()}</span>
        <Link
          to="/login"
          search={{ mode: "sign-up" }}
          className="link inline-flex min-h-9 items-center whitespace-nowrap"
        >
          {m.common_create_account()}
        </Link>
      </>
    );
  }
  if (session && !session.user.emailVerified) {
    return (
      <>
        <span>{m.app_e_mail_not_verified()}</span>
        <Link to="/verify-email" className="link inline-flex min-h-9 items-center whitespace-nowrap">
          {m.common_send_a_new_link()}
        </Link>
      </>
    );
  }
  if (!update) return null;
  return (
    <>
      <span>{m.app_a_newer_version_is_ready()}</span>
      <button type="button" onClick={update} className="link min-h-9">
        {m.app_reload_page()}
      </button>
    </>
  );
}

/** Returns the time of day, and the date too if it is not today. */
function formatAge(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return isToday ? formatTime(time) : formatInstant(time);
}
