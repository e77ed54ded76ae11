import { Link, useLocation } from "@tanstack/react-router";
import { safePath } from "#domain/account/redirect.ts";
import { type SessionUser, useSession } from "#web/client/session.ts";
import { buttonLook } from "#web/ui/button.tsx";
import { useDisclosure } from "./disclosure.ts";
import { useLeave } from "./use-leave.ts";

const ITEM =
  "flex min-h-10 w-full items-center px-4 text-left font-cond text-1 hover:bg-surface-3 pointer-coarse:min-h-11";

/** `Sign in`, or the initials of whoever is here. Its room is kept while nobody knows yet. */
export function AccountMenu() {
  const session = useSession();
  return (
    <div className="flex min-w-18 justify-end whitespace-nowrap">
      {session === null && <SignInLink />}
      {session && <SignedInMenu user={session.user} />}
    </div>
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
      <button
        type="button"
        {...button}
        className="grid size-10 place-items-center rounded-1 border border-line-strong bg-tint font-cond text-0 font-bold text-ink pointer-coarse:size-11"
      >
        <span aria-hidden="true">{initialsOf(user.name)}</span>
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
          {user.isAnonymous ? (
            <Link to="/login" className={ITEM}>
              Sign in
            </Link>
          ) : (
            <>
              <Link to="/account" className={ITEM}>
                Account
              </Link>
              <button type="button" onClick={leave} className={ITEM}>
                Sign out
              </button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** The first letters of the first and last word, in capitals. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => Array.from(word ?? "")[0] ?? "");
  return letters.join("").toUpperCase() || "?";
}
