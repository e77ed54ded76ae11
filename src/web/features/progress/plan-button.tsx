import { Check, Plus } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import type { Line } from "./answers.ts";

type PlanButtonProps = { line: Pick<Line, "name" | "planned">; onToggle: () => void };

/** Puts a target into the plan, or takes it out again. */
export function PlanButton({ line: { name, planned }, onToggle }: PlanButtonProps) {
  const Icon = planned ? Check : Plus;
  return (
    <Button
      size="small"
      aria-pressed={planned}
      aria-label={`Add to plan: ${name}`}
      onClick={onToggle}
      className="min-w-32 aria-pressed:border-accent aria-pressed:bg-tint"
    >
      <Icon aria-hidden="true" className="size-4" />
      {planned ? "In your plan" : "Add to plan"}
    </Button>
  );
}
