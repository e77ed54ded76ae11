import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "#messages";
import { loadQueryClient } from "#web/data/data.ts";
import { logError } from "#web/data/log.ts";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";

type ContinueAsGuestProps = {
  /** A primary button with this label; by default a secondary one. */
  primaryLabel?: string;
  /** Runs after the guest account is created. */
  onDone?: () => void;
};

/** Creates a guest account, whose locker is tied to this browser. */
export function ContinueAsGuest({ primaryLabel, onDone }: ContinueAsGuestProps) {
  const clients = useRouteContext({ from: "__root__" });
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const open = async () => {
    setState("busy");
    try {
      const { continueAsGuest } = await import("#web/data/session/ensure-session.ts");
      await continueAsGuest(await loadQueryClient(clients));
      setState("idle");
      onDone?.();
    } catch (error) {
      logError("Continue as guest", error);
      setState("failed");
    }
  };
  return (
    <div>
      <Button kind={primaryLabel ? "primary" : "secondary"} busy={state === "busy"} onClick={open}>
        {primaryLabel ?? m.app_continue_as_guest()}
      </Button>
      <AlertLine text={state === "failed" && m.app_did_not_work()} className="mt-2" />
    </div>
  );
}
