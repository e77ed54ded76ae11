import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { m } from "#messages";
import { useTRPC, useTRPCClient } from "#web/data/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { pendingImportHere } from "./pending-import.ts";

const LockerImportDialog = lazyNamed(() => import("./locker-import-dialog.tsx"), "LockerImportDialog");

/** Opens the import; its script comes with the first press. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    const pending = pendingImportHere();
    if (pending)
      void import("./use-import.ts").then(({ resumeImport }) => resumeImport(pending, { client, trpc, queryClient }));
  }, [client, trpc, queryClient]);
  return (
    <>
      <Button size="small" data-key="import" onClick={() => setOpen(true)}>
        {m.loadout_import()}
      </Button>
      {isOpen && (
        <Suspense>
          <LockerImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
