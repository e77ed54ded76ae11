import { useState } from "react";
import { addNumber, LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { isVehicleLoadout, type Loadout, type LoadoutContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { useLocker } from "#web/data/gathered-locker.ts";
import { useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { getNameProblem } from "#web/features/loadout/editor/editing.ts";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import { RenameDialog } from "#web/features/loadout/locker/locker-dialogs.tsx";

/** A request for the name of the loadout. Changes that complete while its dialog is open, such as "Surprise me", do not affect it. */
export type Naming = {
  /** `save`: the name of an unnamed loadout, before it is saved. */
  purpose: "rename" | "save";
  /** The content when the dialog was opened. */
  content: LoadoutContent;
};

type NameDialogProps = {
  naming: Naming;
  /** The initial input if there is no name; null until the names in the locker are loaded. Later changes have no effect. */
  proposal: string | null;
  /** The key under which the unsent input is stored. */
  formKey: string;
  onName: (name: string) => unknown;
  onClose: () => void;
};

/** Asks for the name of the edited loadout. */
export function NameDialog({ naming: { purpose, content }, proposal, formKey, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(content.name.trim() || proposal);
  if (name === null && proposal !== null) setName(proposal);
  if (name === null) return null;
  return (
    <RenameDialog
      formKey={formKey}
      title={purpose === "save" ? m.loadout_name_this_loadout() : m.loadout_rename_loadout()}
      name={name}
      limit={LOADOUT_NAME_LIMIT}
      problemOf={getNameProblem}
      action={purpose === "save" ? m.common_save() : m.common_rename()}
      onClose={onClose}
      onRename={(next) => {
        onClose();
        onName(next);
      }}
    />
  );
}

/**
 * Returns a name for an unnamed loadout that no other loadout of the locker has: "AK-12 Assault". Returns null until the locker is
 * loaded.
 */
export function useNameProposal(name: string, loadout: Loadout, armoury: EditorContext["armoury"]): string | null {
  const viewer = useViewer();
  const problem = useSessionProblem();
  const isRead = name.trim() === "" && Boolean(viewer) && !viewer?.hasEnded;
  const { items, isWhole, error } = useLocker(isRead);
  if (viewer === undefined ? !problem : isRead && !isWhole && error === null) return null;
  const names = new Set(items.filter((item) => item.loadout.game === loadout.game).map((item) => item.name));
  return getNameProposal(loadout, armoury, names);
}

export function getNameProposal(
  loadout: Loadout,
  armoury: EditorContext["armoury"],
  names: ReadonlySet<string>,
): string {
  const name = describeBriefly(loadout, armoury).slice(0, LOADOUT_NAME_LIMIT);
  let number = 2;
  if (!names.has(name)) return name;
  while (names.has(addNumber(name, number))) number += 1;
  return addNumber(name, number);
}

function describeBriefly(loadout: Loadout, armoury: EditorContext["armoury"]): string {
  if (isVehicleLoadout(loadout)) {
    const vehicle = armoury.game === "bf4" ? armoury.vehicleLoadouts.get(loadout.vehicleClassId) : undefined;
    return vehicle?.name ?? m.loadout_vehicle();
  }
  const kit = KIT_TITLES[loadout.game === "bf4" ? loadout.kitId : loadout.classId];
  const weapon = armoury.weapons.get(loadout.primary.weaponId ?? "");
  return weapon ? `${weapon.name} ${kit}` : kit;
}
