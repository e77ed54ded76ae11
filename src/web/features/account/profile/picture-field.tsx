import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Avatar } from "#web/components/ui/avatar.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { mutate } from "#web/data/mutation.ts";
import { ownPicture } from "#web/data/session/own-picture.ts";
import { renewSession, type SessionUser } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { getAnswer } from "./data-answer.ts";
import { createAvatar } from "./picture-file.ts";

/** The person's picture, to be chosen or removed; their initials stand in for one. */
export function PictureField({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const { account } = useTRPC();
  const picker = useRef<HTMLInputElement>(null);
  const picture = ownPicture(user.image);
  const change = useAccountCall(
    async (file: File | null) => {
      const webp = file && (await createAvatar(file));
      if (file && !webp) return { data: null, error: { code: "picture_unfit" } };
      return getAnswer(mutate(queryClient, account.setAvatar.mutationOptions(), { webp }));
    },
    async () => void (await renewSession(queryClient)),
  );
  return (
    <div className="grid gap-3">
      <FormRefusal refusal={change.refusal} />
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={user.name} picture={picture} className="size-16 text-4" />
        <input
          ref={picker}
          type="file"
          accept="image/*"
          aria-label="Picture file"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = "";
            if (file) void change.run(file);
          }}
        />
        <Button busy={change.busy} onClick={() => picker.current?.click()}>
          {picture ? "Change picture" : "Choose a picture"}
        </Button>
        {picture && (
          <Button disabled={change.busy} onClick={() => change.run(null)}>
            Remove picture
          </Button>
        )}
      </div>
      <p className="text-0 text-ink-2">Your browser crops it to a small square before sending it.</p>
    </div>
  );
}
