import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import { signOut } from "#web/data/session/sign-out.ts";
import { dismissToasts, showToast } from "#web/ui/overlays/toasts.ts";

/** Returns a function that signs out and opens the home page. It asks first if unsent work would be lost. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    try {
      const { getUnsentWork: unsentWork } = await import("#web/data/offline/typed/unsent.ts");
      // Continue with the sign-out if the unsent work cannot be read.
      const unsent = await unsentWork().catch(() => null);
      if (unsent) {
        const { askAboutUnsent } = await import("./leave-dialog.tsx");
        if (!(await askAboutUnsent(unsent))) return;
      }
      await signOut(queryClient);
      await router.navigate({ to: "/" });
      // The closing editor shows a toast about its draft; after a sign-out it is not relevant.
      dismissToasts();
      await router.invalidate();
    } catch (error) {
      logError("Sign out", error);
      showToast(m.app_sign_out_failed(), { tone: "error" });
    }
  };
}
