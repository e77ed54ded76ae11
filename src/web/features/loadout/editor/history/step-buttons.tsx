import { Redo2, Undo2 } from "lucide-react";
import { IconButton } from "#web/components/ui/icon-button.tsx";
import type { useEditor } from "#web/features/loadout/editor/use-editor.ts";

type StepButtonsProps = Pick<ReturnType<typeof useEditor>, "history" | "step">;

const DIM = "aria-disabled:cursor-not-allowed aria-disabled:text-ink-disabled";

/** One step back, one step on, and a polite word on what they did. They keep the focus where there is no step left. */
export function StepButtons({ history: { canUndo, canRedo, said }, step }: StepButtonsProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label="Undo"
        title="Undo (Ctrl+Z)"
        aria-keyshortcuts="Control+Z Meta+Z"
        aria-disabled={!canUndo || undefined}
        onClick={() => step("undo")}
        className={DIM}
      >
        <Undo2 aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton
        label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        aria-disabled={!canRedo || undefined}
        onClick={() => step("redo")}
        className={DIM}
      >
        <Redo2 aria-hidden="true" className="size-5" />
      </IconButton>
      <p role="status" className="sr-only">
        <span key={said.times}>{said.text}</span>
      </p>
    </div>
  );
}
