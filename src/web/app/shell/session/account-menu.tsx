import { Link, useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { safePath } from "#domain/account/redirect.ts";
import { Button, buttonLook } from "#web/components/ui/button.tsx";
import { useSession, useSessionTrouble } from "#web/data/session/session.ts";

// Loaded for signed-in users only.
const SignedInMenu = lazy(() => import("./signed-in-menu.tsx").then((module) => ({ default: module.SignedInMenu })));

/** `Sign in`, or the user's initials. Its space is reserved while the session is unknown. */
export function AccountMenu() {
  const session = useSession();
  const trouble = useSessionTrouble();
  return (
    <div className="flex min-w-18 justify-end whitespace-nowrap">
      {session === null && <SignInLink />}
      {trouble && <Unreachable onRetry={trouble.retry} />}
      {session && (
        <Suspense>
          <SignedInMenu user={session.user} />
        </Suspense>
      )}
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
