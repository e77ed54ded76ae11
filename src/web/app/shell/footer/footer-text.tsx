import type { ReactNode } from "react";
import { GAME_TITLES } from "#domain/game.ts";
import { m } from "#messages";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { KeySwitches } from "./key-switches.tsx";
import { LanguageSelect } from "./language-select.tsx";

const ICON_AUTHORS = ["Delapouite", "Lorc", "Skoll", "sbed", "John Colburn"];

/** The dialog that credits the authors of the site's data, icons and fonts. */
function Credits({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={m.app_credits()}>
      <div className="grid gap-4 text-0">
        <section>
          <h3 className="text-1">{m.common_figures()}</h3>
          <p className="text-ink-2">{m.app_credits_figures()}</p>
        </section>
        <section>
          <h3 className="text-1">{m.app_game_glyphs()}</h3>
          <p className="text-ink-2">
            <MarkupText
              message={m.app_credits_glyphs}
              inputs={{ authors: ICON_AUTHORS.join(", ") }}
              markup={{
                site: ({ children }) => <ExternalLink href="https://game-icons.net">{children}</ExternalLink>,
                licence: ({ children }) => (
                  <ExternalLink href="https://creativecommons.org/licenses/by/3.0/">{children}</ExternalLink>
                ),
              }}
            />
          </p>
        </section>
        <section>
          <h3 className="text-1">{m.app_type_and_interface_icons()}</h3>
          <p className="text-ink-2">{m.app_credits_type()}</p>
          <p className="text-ink-2">
            <MarkupText
              message={m.app_credits_packages}
              markup={{ file: ({ children }) => <ExternalLink href="/licences.txt">{children}</ExternalLink> }}
            />
          </p>
        </section>
        <section>
          <h3 className="text-1">{m.common_games()}</h3>
          <p className="text-ink-2">{m.app_credits_trademarks()}</p>
        </section>
      </div>
    </Dialog>
  );
}

const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="noreferrer" className="link">
    {children}
  </a>
);

/** The privacy dialog: what the site stores about a user, for how long, and whom to contact. */
function Privacy({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={m.app_privacy_and_contact()}>
      <div className="grid gap-4 text-0">
        <section>
          <h3 className="text-1">{m.app_privacy_stored_title()}</h3>
          <p className="text-ink-2">{m.app_privacy_stored()}</p>
          <p className="text-ink-2">{m.app_privacy_statistics()}</p>
        </section>
        <section>
          <h3 className="text-1">{m.app_privacy_how_long_title()}</h3>
          <ul className="list-disc pl-5 text-ink-2">
            <li>{m.app_privacy_session_end()}</li>
            <li>{m.app_privacy_guest_end()}</li>
            <li>{m.app_privacy_browser()}</li>
            <li>{m.app_privacy_mail()}</li>
          </ul>
        </section>
        <section>
          <h3 className="text-1">{m.app_privacy_not_done_title()}</h3>
          <p className="text-ink-2">{m.app_privacy_not_done()}</p>
        </section>
        <section>
          <h3 className="text-1">{m.app_privacy_your_data_title()}</h3>
          <p className="text-ink-2">{m.app_privacy_your_data()}</p>
        </section>
        <section>
          <h3 className="text-1">{m.app_contact()}</h3>
          <p className="text-ink-2">
            <Contact />
          </p>
        </section>
      </div>
    </Dialog>
  );
}

function Contact() {
  const contact = getContact();
  if (!contact) return <span>{m.app_ask_the_operator_of_this_site()}</span>;
  return <ExternalLink href={contact.includes("://") ? contact : `mailto:${contact}`}>{contact}</ExternalLink>;
}

/** Returns the contact that the server wrote into the page; empty if none is configured. */
function getContact(): string {
  const configured = document.documentElement.dataset["contact"] ?? "";
  return configured.startsWith("%") ? "" : configured;
}

const SHORTCUTS = [
  [m.app_keys_of_palette(), m.app_search_and_commands()],
  ["g h", m.common_home()],
  ["g 2", GAME_TITLES.bf2042],
  ["g 4", GAME_TITLES.bf4],
  ["/", m.app_shortcut_search()],
  ["n", m.app_shortcut_new_loadout()],
  ["e", m.app_shortcut_edit()],
  ["↑ ↓", m.app_shortcut_rows()],
  ["c", m.app_shortcut_compare()],
  ["s", m.app_shortcut_share()],
  ["?", m.app_shortcut_this_list()],
] as const;

/** The dialog with all shortcuts and the switches that turn them off. */
function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={m.common_shortcuts()}>
      <div className="grid gap-5">
        <dl>
          {SHORTCUTS.map(([keys, label]) => (
            <div key={keys} className="flex items-center justify-between gap-4 border-b border-line py-2">
              <dt className="order-2 text-right">
                <kbd className="rounded-1 border border-line-strong bg-surface-2 px-2 py-0.5 font-cond text-0 font-semibold whitespace-nowrap">
                  {keys}
                </kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <p className="text-0 text-ink-2">{m.app_shortcuts_rest()}</p>
        <KeySwitches />
      </div>
    </Dialog>
  );
}

/** The dialog that selects the language of the site. */
const Languages = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title={m.app_language()}>
    <LanguageSelect />
  </Dialog>
);

const TEXTS: Readonly<Record<string, typeof Credits>> = {
  language: Languages,
  credits: Credits,
  privacy: Privacy,
  shortcuts: ShortcutList,
};

type FooterTextProps = { name: string; onClose: () => void };

/** The dialog of a footer button. All four share one chunk, so that the first load stays small. */
export function FooterText({ name, onClose }: FooterTextProps) {
  const Text = TEXTS[name];
  return Text ? <Text onClose={onClose} /> : null;
}
