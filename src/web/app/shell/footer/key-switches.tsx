import { m } from "#messages";
import { setShortcutsEnabled, useShortcutsEnabled } from "#web/data/stores/shortcuts.ts";
import { Switch } from "#web/ui/fields/switch.tsx";

/** The switches for single-letter shortcuts and the palette's shortcut; stored in this browser. */
export function KeySwitches() {
  const shortcuts = useShortcutsEnabled("shortcuts");
  const palette = useShortcutsEnabled("palette");
  return (
    <div className="grid justify-items-start gap-1">
      <Switch
        label={m.app_single_letter_shortcuts()}
        checked={shortcuts}
        onChange={(on) => setShortcutsEnabled("shortcuts", on)}
      />
      <Switch
        label={m.app_keys_of_palette_open_search()}
        checked={palette}
        onChange={(on) => setShortcutsEnabled("palette", on)}
      />
      <p className="text-0 text-ink-2">{m.app_saved_in_this_browser()}</p>
    </div>
  );
}
