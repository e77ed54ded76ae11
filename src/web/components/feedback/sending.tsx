import { Button } from "#web/components/ui/button.tsx";

type SendingProps = {
  sent: number;
  all: number;
  /** What is counted, e.g. "parts"; left out where it is plain. */
  unit?: string;
  onCancel: () => void;
};

/** How far something is that is sent in parts, and the way to stop it. */
export function Sending({ sent, all, unit, onCancel }: SendingProps) {
  return (
    <div className="grid gap-4">
      <label className="grid gap-2 text-1">
        <span role="status">
          {sent} of {all} {unit && `${unit} `}sent
        </span>
        <progress value={sent} max={all} className="h-2 w-full accent-(--accent)" />
      </label>
      <div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}
