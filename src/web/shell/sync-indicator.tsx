import { useMutationState } from "@tanstack/react-query";
import { CloudAlert, CloudCheck, CloudDownload, CloudUpload, type LucideIcon } from "lucide-react";
import { isSignedOut } from "#web/client/problem.ts";
import { useWork } from "#web/client/work.ts";

const STATES = {
  saving: { text: "Saving…", Icon: CloudUpload },
  working: { text: "Reading…", Icon: CloudDownload },
  saved: { text: "Saved", Icon: CloudCheck },
  failed: { text: "Not saved", Icon: CloudAlert },
  "signed-out": { text: "Needs sign-in", Icon: CloudAlert },
} as const satisfies Record<string, { text: string; Icon: LucideIcon }>;

type SyncState = keyof typeof STATES;

/** Parts of the router whose changes are the locker's. */
const LOCKER = new Set(["loadout", "folder", "lockerImport", "share", "soldier", "progress", "goal"]);

/** Whether what was changed has reached the server, and whether it reads soldiers; nothing before the first change. */
export function SyncIndicator() {
  const changes = useMutationState({
    filters: { predicate: ({ options: { mutationKey: [path] = [] } }) => Array.isArray(path) && LOCKER.has(path[0]) },
    select: ({ state: { status, error } }) => ({ status, error }),
  });
  const isWorking = useWork().some(({ outcome }) => outcome === null);
  const state = stateOf(changes, isWorking);
  if (!state) return null;
  const { text, Icon } = STATES[state];
  return (
    <p role="status" className="flex sm:mr-2 items-center gap-1.5 font-cond text-00 font-semibold text-ink-2 sm:text-0">
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
      <span className="max-sm:sr-only">{text}</span>
    </p>
  );
}

function stateOf(changes: readonly { status: string; error: unknown }[], isWorking: boolean): SyncState | null {
  if (changes.some(({ status }) => status === "pending")) return "saving";
  if (isWorking) return "working";
  const last = changes.at(-1);
  if (!last) return null;
  if (last.status === "success") return "saved";
  return isSignedOut(last.error) ? "signed-out" : "failed";
}
