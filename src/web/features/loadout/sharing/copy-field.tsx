import { useRef } from "react";
import { Field } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { useCopy } from "./use-copy.ts";

const SAID = {
  copied: "Copied.",
  refused: "The browser did not let us copy. The text is marked: copy it by hand.",
};

/** A text to take along: copied by its button, or by hand where the browser forbids that. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const { outcome, copy } = useCopy(text);
  const copyOrMark = async () => {
    if (!(await copy())) frame.current?.querySelector("input")?.select();
  };
  return (
    <div ref={frame} className="grid gap-1">
      <div className="flex items-end gap-2">
        <Field
          label={label}
          value={text}
          readOnly
          onFocus={(event) => event.target.select()}
          className="min-w-0 grow"
        />
        <Button onClick={copyOrMark} aria-label={`Copy the ${label.toLowerCase()}`}>
          {outcome === "copied" ? "Copied" : "Copy"}
        </Button>
      </div>
      <p role="status" className="text-0 text-ink-2 empty:hidden">
        {outcome && SAID[outcome]}
      </p>
    </div>
  );
}
