import { problemOf } from "#web/client/problem.ts";
import { Button } from "#web/ui/button.tsx";

type TroubleProps = { error: unknown; onRetry: () => void };

/** What stands in a card that could not be filled. */
export function Trouble({ error, onRetry }: TroubleProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p>{problemOf(error).text}</p>
      <Button onClick={() => onRetry()}>Try again</Button>
    </div>
  );
}
