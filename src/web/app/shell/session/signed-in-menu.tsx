import { Link } from "@tanstack/react-router";
import { useDisclosure } from "#web/app/shell/disclosure.ts";
import { Avatar } from "#web/components/ui/avatar.tsx";
import { ownPicture } from "#web/data/session/own-picture.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { SyncIndicator } from "./sync-indicator.tsx";
import { useLeave } from "./use-leave.ts";

const ITEM =
  "flex min-h-10 w-full items-center px-4 text-left font-cond text-1 hover:bg-surface-3 pointer-coarse:min-h-11";

/** The user's picture or initials, with a menu of the account and sign-out. */
export function SignedInMenu({ user }: { user: SessionUser }) {
  const { open, frame, button, listId } = useDisclosure();
  const leave = useLeave();
  return (
    <div ref={frame} className="relative flex items-center">
      <SyncIndicator />
      <button type="button" {...button} className="rounded-1">
        <Avatar name={user.name} picture={ownPicture(user.image)} className="size-10 text-0 pointer-coarse:size-11" />
        <span className="sr-only">{user.isAnonymous ? "Guest" : user.name}, account</span>
      </button>
      {open && (
        <div
          id={listId}
          className="absolute top-full right-0 mt-2 w-56 rounded-1 border border-line-strong bg-surface-1 py-1 shadow-pop"
        >
          <p className="truncate px-4 py-2 text-0 text-ink-2">{user.isAnonymous ? "Guest locker" : user.name}</p>
          {user.isAnonymous && (
            <Link to="/login" search={{ mode: "sign-up" }} className={ITEM}>
              Create account
            </Link>
          )}
          <Link to="/account" className={ITEM}>
            Account
          </Link>
          {user.isAnonymous ? (
            <Link to="/login" className={ITEM}>
              Sign in
            </Link>
          ) : (
            <button type="button" onClick={leave} className={ITEM}>
              Sign out
            </button>
          )}
        </div>
      )}
    </div>
  );
}
