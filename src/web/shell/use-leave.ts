import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { logError } from "#web/client/log.ts";
import { signOut, UnsentError } from "#web/client/sign-out.ts";
import { showToast } from "#web/ui/toasts.ts";

/** Signs out and leads home; says so when it did not work. */
export function useLeave(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    try {
      await signOut(queryClient);
      await router.navigate({ to: "/" });
      await router.invalidate();
    } catch (error) {
      if (error instanceof UnsentError) return showToast(error.message, { tone: "error" });
      logError("Sign out", error);
      showToast("Signing out did not work. Try again in a moment.", { tone: "error" });
    }
  };
}
