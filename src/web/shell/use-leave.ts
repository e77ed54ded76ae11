import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { logError } from "#web/client/log.ts";
import { signOut } from "#web/client/sign-out.ts";
import { dismissToasts, showToast } from "#web/ui/toasts.ts";

/** Signs out and leads home, after a question when work of this device would be lost; says so when it did not work. */
export function useLeave(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    try {
      const { unsentWork } = await import("#web/client/unsent.ts");
      const unsent = await unsentWork();
      if (unsent) {
        const { askAboutUnsent } = await import("./leave-dialog.tsx");
        if (!(await askAboutUnsent(unsent))) return;
      }
      await signOut(queryClient);
      await router.navigate({ to: "/" });
      // An editor that closes says that its draft stays.
      dismissToasts();
      await router.invalidate();
    } catch (error) {
      logError("Sign out", error);
      showToast("Signing out did not work. Try again in a moment.", { tone: "error" });
    }
  };
}
