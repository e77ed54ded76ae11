import { useMutationState } from "@tanstack/react-query";
import { CloudAlert, CloudCheck, CloudUpload, type LucideIcon } from "lucide-react";
import { isSignedOut } from "#web/client/problem.ts";

const STATES = {
  saving: { text: "Saving…", Icon: CloudUpload },
  saved: { text: "Saved", Icon: CloudCheck },
  failed: { text: "Not saved", Icon: CloudAlert },
  "signed-out": { text: "Needs sign-in", Icon: CloudAlert },
} as const satisfies Record<string, { text: string; Icon: LucideIcon }>;

type SyncState = keyof typeof STATES;

/** Parts of the router whose changes are the locker's. */
const LOCKER = new Set(["loadout", "folder", "lockerImport", "share"]);

/** Whether what was changed has reached the server; nothing before the first change. */
export function SyncIndicator() {
  const changes = useMutationState({
    filters: { predicate: ({ options: { mutationKey: [path] = [] } }) => Array.isArray(path) && LOCKER.has(path[0]) },
    select: ({ state: { status, error } }) => ({ status, error }),
  });
  const state = stateOf(changes);
  if (!state) return null;
  const { text, Icon } = STATES[state];
  return (
    <p role="status" className="flex sm:mr-2 items-center gap-1.5 font-cond text-00 font-semibold text-ink-2 sm:text-0">
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
      <span className="max-sm:sr-only">{text}</span>
    </p>
  );
}

function stateOf(changes: readonly { status: string; error: unknown }[]): SyncState | null {
  if (changes.some(({ status }) => status === "pending")) return "saving";
  const last = changes.at(-1);
  if (!last) return null;
  if (last.status === "success") return "saved";
  return isSignedOut(last.error) ? "signed-out" : "failed";
}
