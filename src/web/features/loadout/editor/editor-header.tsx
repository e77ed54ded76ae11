import { Button } from "#web/components/ui/button.tsx";
import { StepButtons } from "#web/features/loadout/editor/history/step-buttons.tsx";
import type { Editing } from "./editing.ts";
import type { Opened, useEditor } from "./use-editor.ts";
import { useRandomize } from "./use-randomize.ts";

type EditorHeaderProps = {
  editor: ReturnType<typeof useEditor>;
  opened: Pick<Opened, "game" | "catalogue">;
  onClose: () => void;
  onCompare: (diff: string) => void;
  onShare: (editing: Editing) => void;
};

/** What is being edited, and what can be done with the whole of it. */
export function EditorHeader({ editor, opened, onClose, onCompare, onShare }: EditorHeaderProps) {
  const { base, editing, history, step, desk } = editor;
  const { surprise, busy, problem } = useRandomize(opened.game, opened.catalogue, desk);
  const isNew = base.seenVersion === 0;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="min-w-0 grow text-5 break-words">{isNew ? "New loadout" : base.name || "Unsaved loadout"}</h2>
      <StepButtons history={history} step={step} />
      <Button size="small" busy={busy} onClick={() => surprise(editing.loadout)}>
        Surprise me
      </Button>
      <Button size="small" onClick={() => onCompare(getDiff(editor))}>
        Compare
      </Button>
      <Button size="small" onClick={() => onShare(editing)} aria-keyshortcuts="s" data-key="s">
        Share
      </Button>
      <Button kind="quiet" onClick={onClose}>
        All loadouts
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-0 text-danger">
          {problem}
        </p>
      )}
    </header>
  );
}

/** What to compare: the saved one with its draft, whichever of the two there is. */
function getDiff({ base, isUnsaved }: EditorHeaderProps["editor"]): string {
  if (base.seenVersion === 0) return "draft";
  return isUnsaved ? `${base.id},draft` : base.id;
}
