import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import { signOut } from "#web/data/session/sign-out.ts";
import { dismissToasts, showToast } from "#web/ui/overlays/toasts.ts";

/** Signs out and goes home, after a question when work on this device would be lost; shows an error when it fails. */
export function useLeave(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    try {
      const { unsentWork } = await import("#web/data/offline/typed/unsent.ts");
      // What the device cannot say does not stand in the way.
      const unsent = await unsentWork().catch(() => null);
      if (unsent) {
        const { askAboutUnsent } = await import("./leave-dialog.tsx");
        if (!(await askAboutUnsent(unsent))) return;
      }
      await signOut(queryClient);
      await router.navigate({ to: "/" });
      // A closing editor shows a notice that its draft stays.
      dismissToasts();
      await router.invalidate();
    } catch (error) {
      logError("Sign out", error);
      showToast(m.app_sign_out_failed(), { tone: "error" });
    }
  };
}
