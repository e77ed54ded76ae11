import { Check, Plus } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import type { Line } from "./answers.ts";

type PlanButtonProps = { line: Pick<Line, "name" | "planned">; onToggle: () => void };

/** Puts a target into the plan, or takes it out again. */
export function PlanButton({ line: { name, planned }, onToggle }: PlanButtonProps) {
  const [Icon, text] = planned ? ([Check, "In your plan"] as const) : ([Plus, "Add to plan"] as const);
  return (
    <Button
      size="small"
      aria-pressed={planned}
      aria-label={`${text}: ${name}`}
      onClick={onToggle}
      className="min-w-32 aria-pressed:border-accent aria-pressed:bg-tint"
    >
      <Icon aria-hidden="true" className="size-4" />
      {text}
    </Button>
  );
}
