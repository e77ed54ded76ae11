import { Dialog } from "#web/components/overlays/dialog.tsx";
import { KeySwitches } from "./key-switches.tsx";

const ICON_AUTHORS = ["Delapouite", "Lorc", "Skoll", "sbed", "John Colburn"];

/** Whose work stands in these pages. */
function Credits({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Credits">
      <div className="grid gap-4 text-0">
        <section>
          <h3 className="text-1">Figures</h3>
          <p className="text-ink-2">
            Weapons and their figures come from public community data. Each figure names its source and patch where it
            stands. Statistics of soldiers come from the public service this site is set up with, as a rule
            gametools.network.
          </p>
        </section>
        <section>
          <h3 className="text-1">Game glyphs</h3>
          <p className="text-ink-2">
            By {ICON_AUTHORS.join(", ")} and others, from{" "}
            <a href="https://game-icons.net" rel="noreferrer" className="link">
              game-icons.net
            </a>
            , under{" "}
            <a href="https://creativecommons.org/licenses/by/3.0/" rel="noreferrer" className="link">
              CC BY 3.0
            </a>
            . Gathered into one file, otherwise unchanged.
          </p>
        </section>
        <section>
          <h3 className="text-1">Type and interface icons</h3>
          <p className="text-ink-2">
            Sofia Sans by Lettersoup (SIL Open Font License 1.1). Lucide icons (ISC licence).
          </p>
        </section>
        <section>
          <h3 className="text-1">Games</h3>
          <p className="text-ink-2">
            Battlefield, Battlefield 4 and Battlefield 2042 are trademarks of Electronic Arts Inc.
          </p>
        </section>
      </div>
    </Dialog>
  );
}

/** What this site keeps of a person and for how long, and whom to ask. */
function Privacy({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Privacy and contact">
      <div className="grid gap-4 text-0">
        <section>
          <h3 className="text-1">What is stored</h3>
          <p className="text-ink-2">
            Your name, e-mail address, a hash of your password, the ways to sign in you connected, your loadouts, the
            soldiers you follow with their snapshots, your ticks, plan and goals, until you delete them or your account.
            Of each device you sign in on: its address and what the browser calls itself. What you share by a short link
            is public until you take it back; only you see whom you follow.
          </p>
          <p className="text-ink-2">
            Statistics of soldiers are asked of a public service by this site, never by your browser: it learns the
            soldier’s name, and nothing of you.
          </p>
        </section>
        <section>
          <h3 className="text-1">For how long</h3>
          <ul className="list-disc pl-5 text-ink-2">
            <li>A session ends 30 days after your last visit, and after 180 days in any case.</li>
            <li>A guest locker is deleted after 180 days.</li>
            <li>
              What you have opened of your locker is in this browser, too, for when there is no network, until you sign
              out.
            </li>
            <li>A mail is forgotten here once it is sent. Links in mails work for a day at most.</li>
          </ul>
        </section>
        <section>
          <h3 className="text-1">What is not done</h3>
          <p className="text-ink-2">
            No ads, no tracking, no scripts or pictures from other sites. The cookies keep you signed in, and nothing
            else.
          </p>
        </section>
        <section>
          <h3 className="text-1">Your data</h3>
          <p className="text-ink-2">Take everything along, or delete it, under Account, Data.</p>
        </section>
        <section>
          <h3 className="text-1">Contact</h3>
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
  if (!contact) return "Ask the operator of this site.";
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
function ShortcutList({ onClose }: { onClose: () => void }) {
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
