// What a person reads about changes that wait on this device: their names, why one was refused, and notices on any screen.
import { m } from "#messages";
import { wordRefusal } from "#messages/errors.ts";
import { outboxState, type PendingMutation, type Refusal } from "#web/data/offline/pending.ts";
import { loginAddress } from "#web/data/session/session.ts";
import { dismissToast, showToast } from "#web/ui/overlays/toasts.ts";

/** Opens an address. */
type GoTo = (href: string) => void;

/** The name of what was changed, and of several how many more. */
export const getChangeName = ({ name, others = 0 }: PendingMutation): string =>
  others > 0 ? m.app_first_and_more({ first: name, count: others }) : name;

/** In the reader's language, which was perhaps another one when the refusal was stored. */
export const wordReason = ({ error }: Refusal): string => wordRefusal(error.data) ?? error.message;

/** Shows what became of changes, on any screen. */
export function showChangeNotices(goTo: GoTo): void {
  reportFailures(goTo);
  askForSignIn(goTo);
}

/** Shows on every screen that the pending changes need a sign-in, until the user has signed in. */
function askForSignIn(goTo: GoTo): void {
  let shown: number | null = null;
  outboxState.listen(({ phase, pendingMutations }) => {
    const isNeeded = phase === "signed-out" && pendingMutations.length > 0;
    if (isNeeded === (shown !== null)) return;
    if (shown !== null) {
      dismissToast(shown);
      shown = null;
      return;
    }
    const { pathname, search, hash } = location;
    shown = showToast(m.app_changes_saved_on_this_device({ count: pendingMutations.length }), {
      isLasting: true,
      action: { label: m.app_sign_in_title_case(), run: () => goTo(loginAddress(pathname + search + hash)) },
    });
  });
}

/** Shows a refused change once, on any screen; it stays in the list behind the indicator. */
function reportFailures(goTo: GoTo): void {
  const reportedIds = new Set<string>();
  outboxState.listen(({ pendingMutations }) => {
    for (const one of pendingMutations) {
      if (!one.refusal || reportedIds.has(one.id)) continue;
      reportedIds.add(one.id);
      const name = getChangeName(one);
      if (one.call !== "loadout.save" || one.refusal.kind === "refused") {
        const message = wordReason(one.refusal);
        const text = name ? m.app_change_of_name_refused({ name, message }) : m.app_change_refused({ message });
        showToast(text, { tone: "error" });
        continue;
      }
      const { id, loadout } = one.input;
      if (location.search.includes(id)) continue;
      const choose = () => goTo(`/${loadout.game}?tab=loadouts&edit=${id}`);
      const text = name ? m.app_name_changed_elsewhere({ name }) : m.app_change_conflicts();
      showToast(text, { tone: "error", action: { label: m.common_choose(), run: choose } });
    }
  });
}
