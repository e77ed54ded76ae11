import { Dialog } from "#web/components/overlays/dialog.tsx";
import { KeySwitches } from "./key-switches.tsx";

const SHORTCUTS = [
  ["Ctrl K or ⌘ K", "Search and commands"],
  ["g h", "Home"],
  ["g 2", "Battlefield 2042"],
  ["g 4", "Battlefield 4"],
  ["/", "The search field of the page, or search"],
  ["n", "New loadout of this game"],
  ["e", "Edit"],
  ["c", "Compare"],
  ["s", "Share"],
  ["?", "This list"],
] as const;

/** Every shortcut there is, and the way to switch them off. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Shortcuts">
      <div className="grid gap-5">
        <dl>
          {SHORTCUTS.map(([keys, what]) => (
            <div key={keys} className="flex items-center justify-between gap-4 border-b border-line py-2">
              <dt className="order-2 text-right">
                <kbd className="rounded-1 border border-line-strong bg-surface-2 px-2 py-0.5 font-cond text-0 font-semibold whitespace-nowrap">
                  {keys}
                </kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p className="text-0 text-ink-2">Letters do nothing while you type in a field or a dialog is open.</p>
        <KeySwitches />
      </div>
    </Dialog>
  );
}
