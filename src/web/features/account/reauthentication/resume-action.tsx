import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { doneWords, type PendingAction, perform, takePendingAction } from "./pending-action.ts";

type ResumeActionProps = {
  userId: string;
  /** False after a return without a sign-in: then nothing is done. */
  isConfirmed: boolean;
};

/** Performs the action that was pending before a provider's sign-in, once, and shows the result. */
export function ResumeAction({ userId, isConfirmed }: ResumeActionProps) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState("");
  const repeat = useAccountCall(
    perform,
    async (action: PendingAction) => {
      setDone(doneWords(action));
      await queryClient.invalidateQueries();
    },
    (action) => action,
  );
  const begin = useEffectEvent(() => {
    const action = takePendingAction(userId);
    if (action && isConfirmed) void repeat.run(action);
  });
  useEffect(() => begin(), []);
  return (
    <div className="mb-5 max-w-3xl empty:hidden">
      <FormRefusal refusal={repeat.refusal} />
      {done && (
        <p role="status" className="rounded-1 bg-tint p-3 text-0">
          {done}
        </p>
      )}
    </div>
  );
}
