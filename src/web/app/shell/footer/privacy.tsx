import { Dialog } from "#web/components/overlays/dialog.tsx";

/** What this site keeps of a person and for how long, and whom to ask. */
export function Privacy({ onClose }: { onClose: () => void }) {
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
