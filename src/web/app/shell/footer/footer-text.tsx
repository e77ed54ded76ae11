import { m } from "#messages";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { KeySwitches } from "./key-switches.tsx";

const ICON_AUTHORS = ["Delapouite", "Lorc", "Skoll", "sbed", m.app_john_colburn()];

/** Whose work stands in these pages. */
function Credits({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={m.app_credits()}>
      <div className="grid gap-4 text-0">
        <section>
          <h3 className="text-1">{m.common_figures()}</h3>
          <p className="text-ink-2">{m.app_weapons_and_their_figures_come_from()}</p>
        </section>
        <section>
          <h3 className="text-1">{m.app_game_glyphs()}</h3>
          <p className="text-ink-2">
            By {ICON_AUTHORS.join(", ")} and others, from{" "}
            <a href="https://game-icons.net" rel="noreferrer" className="link">
              {m.app_game_icons_net()}
            </a>
            , under{" "}
            <a href="https://creativecommons.org/licenses/by/3.0/" rel="noreferrer" className="link">
              {m.app_cc_by_3_0()}
            </a>
            . Gathered into one file, otherwise unchanged.
          </p>
        </section>
        <section>
          <h3 className="text-1">{m.app_type_and_interface_icons()}</h3>
          <p className="text-ink-2">{m.app_sofia_sans_by_lettersoup_sil_open()}</p>
        </section>
        <section>
          <h3 className="text-1">{m.common_games()}</h3>
          <p className="text-ink-2">{m.app_battlefield_battlefield_4_and_battlefield_2042()}</p>
        </section>
      </div>
    </Dialog>
  );
}

/** What this site keeps of a person and for how long, and whom to ask. */
function Privacy({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={m.app_privacy_and_contact()}>
      <div className="grid gap-4 text-0">
        <section>
          <h3 className="text-1">{m.app_what_is_stored()}</h3>
          <p className="text-ink-2">{m.app_your_name_e_mail_address_a()}</p>
          <p className="text-ink-2">{m.app_statistics_of_soldiers_are_asked_of()}</p>
        </section>
        <section>
          <h3 className="text-1">{m.app_for_how_long()}</h3>
          <ul className="list-disc pl-5 text-ink-2">
            <li>{m.app_a_session_ends_30_days_after()}</li>
            <li>{m.app_a_guest_locker_is_deleted_after()}</li>
            <li>{m.app_what_you_have_opened_of_your()}</li>
            <li>{m.app_a_mail_is_forgotten_here_once()}</li>
          </ul>
        </section>
        <section>
          <h3 className="text-1">{m.app_what_is_not_done()}</h3>
          <p className="text-ink-2">{m.app_no_ads_no_tracking_no_scripts()}</p>
        </section>
        <section>
          <h3 className="text-1">{m.app_your_data()}</h3>
          <p className="text-ink-2">{m.app_take_everything_along_or_delete_it()}</p>
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
  const contact = contactOfPage();
  if (!contact) return m.app_ask_the_operator_of_this_site();
  return (
    <a href={contact.includes("://") ? contact : `mailto:${contact}`} rel="noreferrer" className="link">
      {contact}
    </a>
  );
}

/** The contact that the server wrote into the page; empty where none is configured. */
function contactOfPage(): string {
  const written = document.documentElement.dataset["contact"] ?? "";
  return written.startsWith("%") ? "" : written;
}

const SHORTCUTS = [
  [m.app_ctrl_k_or_k(), m.app_search_and_commands()],
  ["g h", "Home"],
  ["g 2", m.app_battlefield_2042()],
  ["g 4", m.app_battlefield_4()],
  ["/", m.app_the_search_field_of_the_page()],
  ["n", m.app_new_loadout_of_this_game()],
  ["e", "Edit"],
  ["c", "Compare"],
  ["s", "Share"],
  ["?", m.app_this_list()],
] as const;

/** Every shortcut there is, and the way to switch them off. */
function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={m.common_shortcuts()}>
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
        <p className="text-0 text-ink-2">{m.app_letters_do_nothing_while_you_type()}</p>
        <KeySwitches />
      </div>
    </Dialog>
  );
}

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
