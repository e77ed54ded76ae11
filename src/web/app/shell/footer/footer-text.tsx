import { Credits } from "./credits.tsx";
import { Privacy } from "./privacy.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

const TEXTS: Readonly<Record<string, typeof Credits>> = {
  Credits,
  "Privacy and contact": Privacy,
  Shortcuts: ShortcutList,
};

type FooterTextProps = { name: string; onClose: () => void };

/** One of the texts behind the footer's buttons. They are loaded together: the first page has no room to tell them apart. */
export function FooterText({ name, onClose }: FooterTextProps) {
  const Text = TEXTS[name];
  return Text ? <Text onClose={onClose} /> : null;
}
