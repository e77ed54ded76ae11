import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { FormRefusal } from "./form-refusal.tsx";
import { useAccountCall } from "./use-account-call.ts";
import { doneWords, perform, takeWanted, type Wanted } from "./wanted.ts";

type RepeatWantedProps = {
  userId: string;
  /** False after a return without a sign-in: then nothing is done. */
  isConfirmed: boolean;
};

/** Does what somebody wanted before they went to a provider to confirm who they are, once, and says how it went. */
export function RepeatWanted({ userId, isConfirmed }: RepeatWantedProps) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState("");
  const repeat = useAccountCall(
    perform,
    async (wanted: Wanted) => {
      setDone(doneWords(wanted));
      await queryClient.invalidateQueries();
    },
    (wanted) => wanted,
  );
  const begin = useEffectEvent(() => {
    const wanted = takeWanted(userId);
    if (wanted && isConfirmed) void repeat.run(wanted);
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
