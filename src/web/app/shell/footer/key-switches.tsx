import { m } from "#messages";
import { chooseKeys, useKeysOn } from "#web/data/stores/shortcuts.ts";
import { Switch } from "#web/ui/fields/switch.tsx";

/** Switches for single-letter shortcuts; stored in this browser. */
export function KeySwitches() {
  const shortcuts = useKeysOn("shortcuts");
  const palette = useKeysOn("palette");
  return (
    <div className="grid justify-items-start gap-1">
      <Switch
        label={m.app_single_letter_shortcuts()}
        checked={shortcuts}
        onChange={(on) => chooseKeys("shortcuts", on)}
      />
      <Switch
        label={m.app_keys_of_palette_open_search()}
        checked={palette}
        onChange={(on) => chooseKeys("palette", on)}
      />
      <p className="text-0 text-ink-2">{m.app_saved_in_this_browser()}</p>
    </div>
  );
}
