import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { mutate } from "#web/client/mutation.ts";
import { ownPicture } from "#web/client/own-picture.ts";
import { renewSession, type SessionUser } from "#web/client/session.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { answerOf } from "./data-answer.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { avatarFrom } from "./picture-file.ts";
import { useAccountCall } from "./use-account-call.ts";

/** The person's picture, to be chosen or removed; their initials stand in for one. */
export function PictureField({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const { account } = useTRPC();
  const picker = useRef<HTMLInputElement>(null);
  const picture = ownPicture(user.image);
  const change = useAccountCall(
    async (file: File | null) => {
      const webp = file && (await avatarFrom(file));
      if (file && !webp) return { data: null, error: { code: "picture_unfit" } };
      return answerOf(mutate(queryClient, account.setAvatar.mutationOptions(), { webp }));
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
      <p className="text-0 text-ink-2">It is cut to a square and kept small, in your browser, before it is sent.</p>
    </div>
  );
}
