// Texts and notices about changes that are not sent yet.
import { m } from "#messages";
import { getRefusalMessage } from "#messages/errors.ts";
import { outboxState, type PendingMutation, type Refusal } from "#web/data/offline/pending.ts";
import { getLoginAddress } from "#web/data/session/session.ts";
import { dismissToast, showToast } from "#web/ui/overlays/toasts.ts";

/** Opens an address. */
type GoTo = (href: string) => void;

/** Returns the name of the changed item; for several items, the first name and the number of others. */
export const getChangeName = ({ name, others = 0 }: PendingMutation): string =>
  others > 0 ? m.app_first_and_more({ first: name, count: others }) : name;

/** Returns the text of a refusal in the reader's language, which may have changed since the refusal was stored. */
export const getRefusalText = ({ error }: Refusal): string => getRefusalMessage(error.data) ?? error.message;

/** Shows the outcome of changes on every screen. */
export function showChangeNotices(goTo: GoTo): void {
  reportFailures(goTo);
  askForSignIn(goTo);
}

/** Shows a lasting toast while pending changes need a sign-in. */
function askForSignIn(goTo: GoTo): void {
  let toastId: number | null = null;
  outboxState.listen(({ phase, pendingMutations }) => {
    const isNeeded = phase === "signed-out" && pendingMutations.length > 0;
    if (isNeeded === (toastId !== null)) return;
    if (toastId !== null) {
      dismissToast(toastId);
      toastId = null;
      return;
    }
    const { pathname, search, hash } = location;
    toastId = showToast(m.app_changes_saved_on_this_device({ count: pendingMutations.length }), {
      isLasting: true,
      action: { label: m.app_sign_in_title_case(), run: () => goTo(getLoginAddress(pathname + search + hash)) },
    });
  });
}

/** Shows each refused change once; it stays in the list of pending changes. */
function reportFailures(goTo: GoTo): void {
  const reportedIds = new Set<string>();
  outboxState.listen(({ pendingMutations }) => {
    for (const mutation of pendingMutations) {
      if (!mutation.refusal || reportedIds.has(mutation.id)) continue;
      reportedIds.add(mutation.id);
      const name = getChangeName(mutation);
      if (mutation.call !== "loadout.save" || mutation.refusal.kind === "refused") {
        const message = getRefusalText(mutation.refusal);
        const text = name ? m.app_change_of_name_refused({ name, message }) : m.app_change_refused({ message });
        showToast(text, { tone: "error" });
        continue;
      }
      const { id, loadout } = mutation.input;
      if (location.search.includes(id)) continue;
      const openConflict = () => goTo(`/${loadout.game}?tab=loadouts&edit=${id}`);
      const text = name ? m.app_name_changed_elsewhere({ name }) : m.app_change_conflicts();
      showToast(text, { tone: "error", action: { label: m.common_choose(), run: openConflict } });
    }
  });
}
