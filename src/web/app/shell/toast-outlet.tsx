import { lazy, Suspense } from "react";
import { useToasts } from "#web/components/overlays/toasts.ts";

const Toaster = lazy(() =>
  import("#web/components/overlays/toaster.tsx").then((module) => ({ default: module.Toaster })),
);

/** Brings the drawing of notices when the first one is there. */
export function ToastOutlet() {
  const toasts = useToasts();
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
