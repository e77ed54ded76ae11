import { Link, useLocation } from "@tanstack/react-router";
import { safePath } from "#domain/account/redirect.ts";
import { type SessionUser, useSession, useSessionTrouble } from "#web/client/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { useDisclosure } from "./disclosure.ts";
import { useLeave } from "./use-leave.ts";

const ITEM =
  "flex min-h-10 w-full items-center px-4 text-left font-cond text-1 hover:bg-surface-3 pointer-coarse:min-h-11";

/** `Sign in`, or the initials of whoever is here. Its room is kept while nobody knows yet. */
export function AccountMenu() {
  const session = useSession();
  const trouble = useSessionTrouble();
  return (
    <div className="flex min-w-18 justify-end whitespace-nowrap">
      {session === null && <SignInLink />}
      {trouble && <Unreachable onRetry={trouble.retry} />}
      {session && <SignedInMenu user={session.user} />}
    </div>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <p
      role="status"
      className="flex items-center gap-2 text-right font-cond text-00 leading-tight text-ink-2 md:text-0"
    >
      <span className="max-w-20 whitespace-normal md:max-w-none">Can't reach your account</span>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </p>
  );
}

function SignInLink() {
  const here = useLocation({
    select: ({ pathname, href }) => (pathname === "/" || pathname === "/login" ? null : href),
  });
  const redirect = safePath(here);
  return (
    <Link to="/login" search={redirect ? { redirect } : {}} className={buttonLook("secondary", "small")}>
      Sign in
    </Link>
  );
}

function SignedInMenu({ user }: { user: SessionUser }) {
  const { open, frame, button, listId } = useDisclosure();
  const leave = useLeave();
  return (
    <div ref={frame} className="relative">
      <button type="button" {...button} className="rounded-1">
        <Avatar name={user.name} className="size-10 text-0 pointer-coarse:size-11" />
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
