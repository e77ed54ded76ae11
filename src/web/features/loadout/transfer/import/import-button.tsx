import { Suspense, useEffect, useState } from "react";
import { m } from "#messages";
import { useLockerClients } from "#web/data/gathered-locker.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { getPendingImport } from "./pending-import.ts";

const LockerImportDialog = lazyNamed(() => import("./locker-import-dialog.tsx"), "LockerImportDialog");

/** The button that opens the import dialog, whose script is loaded on demand. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  const clients = useLockerClients();
  useEffect(() => {
    const pending = getPendingImport();
    if (pending) void import("./use-import.ts").then(({ resumeImport }) => resumeImport(pending, clients));
  }, [clients]);
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
