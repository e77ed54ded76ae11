import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "#messages";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { getChangeName, getRefusalText } from "#web/app/shell/session/change-notices.ts";
import { discard, discardUnreadable, retryAll } from "#web/data/offline/outbox.ts";
import { type PendingMutation, useOutbox } from "#web/data/offline/pending.ts";
import { exportUnsent } from "#web/data/offline/typed/unsent.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";

/** The list of pending changes, with buttons to discard each and to send all. */
export function PendingChanges({ id }: { id: string }) {
  const { pendingMutations, unreadable, phase, isStored } = useOutbox();
  return (
    <section
      id={id}
      aria-label={m.app_changes_waiting()}
      className="fixed top-(--bar-h) right-3 grid max-h-[70dvh] w-[min(26rem,calc(100vw-1.5rem))] gap-3 overflow-y-auto rounded-1 border border-line-strong bg-surface-1 p-4 text-0 whitespace-normal shadow-pop"
    >
      <ul className="grid gap-2">
        {pendingMutations.map((mutation) => (
          <PendingChangeRow key={mutation.id} mutation={mutation} />
        ))}
      </ul>
      {unreadable > 0 && (
        <div className="grid gap-2 border-b border-line pb-2">
          <p className="text-danger">{m.app_changes_unreadable({ count: unreadable })}</p>
          <p className="flex flex-wrap justify-end gap-2">
            <Button size="small" onClick={() => void exportUnsent()}>
              {m.app_export_as_a_file()}
            </Button>
            <Button kind="danger" size="small" onClick={() => void discardUnreadable()}>
              {m.app_discard_for_good()}
            </Button>
          </p>
        </div>
      )}
      {!isStored && <p className="text-danger">{m.app_changes_in_this_tab()}</p>}
      <p className="flex items-center justify-between gap-3 text-ink-2">
        {m.app_changes_are_sent_soon()}
        <Button kind="primary" size="small" busy={phase === "sending"} onClick={() => void retryAll()}>
          {m.app_retry()}
        </Button>
      </p>
    </section>
  );
}

/** A discarded change cannot be restored, so the button asks for confirmation. */
function PendingChangeRow({ mutation }: { mutation: PendingMutation }) {
  const [isConfirming, setConfirming] = useState(false);
  const description = describeChange(mutation);
  return (
    <li className="flex flex-wrap items-center justify-end gap-2 border-b border-line pb-2">
      <span className="min-w-0 grow break-words">
        <span>{description}</span>
        {mutation.refusal && <span className="block text-danger">{getRefusalText(mutation.refusal)}</span>}
      </span>
      {mutation.call === "loadout.save" && mutation.refusal?.kind === "changed" && (
        <Link
          to={gamePath[mutation.input.loadout.game]}
          search={{ tab: "loadouts", edit: mutation.input.id }}
          className={getButtonClasses("primary", "small")}
        >
          {m.common_choose()}
        </Link>
      )}
      {isConfirming ? (
        <Button kind="danger" size="small" onClick={() => void discard(mutation.id)}>
          {m.app_discard_for_good()}
        </Button>
      ) : (
        <Button
          size="small"
          aria-label={m.app_discard_change({ change: description })}
          onClick={() => setConfirming(true)}
        >
          {m.app_discard()}
        </Button>
      )}
    </li>
  );
}

function describeChange(mutation: PendingMutation): string {
  const name = getChangeName(mutation);
  switch (mutation.call) {
    case "loadout.save":
      if (mutation.input.seenVersion !== 0) return name ? m.app_change_save_named({ name }) : m.app_change_save();
      return name ? m.app_change_new_loadout_named({ name }) : m.common_new_loadout();
    case "loadout.arrange":
      return name ? m.app_change_arrange_named({ name }) : m.app_change_arrange();
    case "loadout.move":
      return name ? m.app_change_move_named({ name }) : m.app_change_move();
    case "loadout.remove":
      return name ? m.app_change_delete_named({ name }) : m.app_change_delete();
    case "loadout.restore":
      return name ? m.app_change_bring_back_named({ name }) : m.app_change_bring_back();
    case "folder.save":
      return name ? m.app_change_folder_named({ name }) : m.app_change_folder();
    case "folder.remove":
      return m.app_change_remove_folder();
    case "goal.save":
    case "goal.remove":
      return m.app_change_goal();
    case "progress.tick":
    case "progress.untick":
    case "progress.settle":
      return m.app_change_tick();
    case "progress.planAdd":
    case "progress.planRemove":
    case "progress.planMove":
      return m.app_change_plan();
    case "soldier.saveTyped":
      return m.app_change_snapshot();
    default:
      return m.app_change_soldier();
  }
}
