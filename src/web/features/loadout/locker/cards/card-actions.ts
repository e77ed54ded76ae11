import type { Saved } from "#web/features/loadout/answers.ts";
import type { LockerChanges } from "#web/features/loadout/locker/use-locker-changes.ts";
import type { CardAction } from "./loadout-card.tsx";

export type CardDialog = "rename" | "details" | "folder";

type Doing = {
  /** The section the card stands in, as it is shown. */
  shown: readonly Saved[];
  changes: LockerChanges;
  isOwnOrder: boolean;
  onOpen: () => void;
  onAsk: (dialog: CardDialog) => void;
  onCompare: () => void;
  onShare: () => void;
  onExport: () => void;
  onRemove: () => void;
};

/** The menu of a card, in its order; letters are the keys of a card that has focus. */
export function getActions(saved: Saved, doing: Doing): readonly CardAction[] {
  const { shown, changes, isOwnOrder, onAsk } = doing;
  const { pinnedAt } = saved;
  const at = shown.indexOf(saved);
  const step = (label: string, way: "up" | "down" | "top") => ({
    label,
    onSelect: () => void changes.step(shown, saved, way),
  });
  return [
    { label: "Edit", onSelect: doing.onOpen, key: "e" },
    { label: "Rename…", onSelect: () => onAsk("rename") },
    { label: "Duplicate", onSelect: () => void changes.duplicate(saved), key: "d" },
    { label: pinnedAt ? "Unpin" : "Pin", onSelect: () => void changes.pin([saved], !pinnedAt) },
    { label: "Move to folder…", onSelect: () => onAsk("folder") },
    ...(isOwnOrder && at > 0 ? [step("Move up", "up"), step("Move to top", "top")] : []),
    ...(isOwnOrder && at < shown.length - 1 ? [step("Move down", "down")] : []),
    { label: "Tags and note…", onSelect: () => onAsk("details") },
    { label: "Compare", onSelect: doing.onCompare },
    { label: "Share…", onSelect: doing.onShare, key: "s" },
    { label: "Export", onSelect: doing.onExport },
    { label: "Delete", onSelect: doing.onRemove, key: "Delete", danger: true },
  ];
}
