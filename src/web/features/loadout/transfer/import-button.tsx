import { lazy, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";

const ImportDialog = lazy(() => import("./import-dialog.tsx").then((module) => ({ default: module.ImportDialog })));

/** Opens the import; its script comes with the first press. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" data-key="import" onClick={() => setOpen(true)}>
        Import…
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
