import { Switch } from "#web/components/fields/switch.tsx";
import { chooseKeys, useKeysOn } from "#web/data/stores/shortcuts.ts";

/** Switches for single-letter shortcuts; stored in this browser. */
export function KeySwitches() {
  const shortcuts = useKeysOn("shortcuts");
  const palette = useKeysOn("palette");
  return (
    <div className="grid justify-items-start gap-1">
      <Switch label="Single-letter shortcuts" checked={shortcuts} onChange={(on) => chooseKeys("shortcuts", on)} />
      <Switch label="Ctrl K or ⌘ K opens search" checked={palette} onChange={(on) => chooseKeys("palette", on)} />
      <p className="text-0 text-ink-2">Saved in this browser.</p>
    </div>
  );
}
