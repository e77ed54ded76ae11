import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { AVATAR } from "#domain/account/account.ts";
import { m } from "#messages";
import { mutate } from "#web/data/mutation.ts";
import { getHostedPicture } from "#web/data/session/person.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { renewSession } from "#web/data/session/session-query.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { toAccountResponse } from "#web/features/account/account-queries.ts";
import { FormRefusal, SubmitRow } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Panel } from "#web/ui/panel.tsx";

export function ProfileForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(false);
  const form = useAccountForm(
    (text, change) => change((account) => account.updateUser({ name: text("name").trim() }), { isIdempotent: true }),
    async () => {
      await renewSession(queryClient);
      setSaved(true);
    },
    undefined,
    "profile",
  );
  return (
    <Panel title={m.account_profile()} className="w-full">
      <PictureField user={user} />
      <form
        ref={form.ref}
        method="post"
        onSubmit={form.onSubmit}
        onChange={() => setSaved(false)}
        className="mt-6 grid gap-4"
      >
        <FormRefusal refusal={form.refusal} />
        <Field
          label={m.account_name()}
          name="name"
          autoComplete="name"
          required
          maxLength={80}
          defaultValue={user.name}
          error={form.errorAt("name")}
        />
        <SubmitRow busy={form.busy} action={m.common_save()} successMessage={saved && m.account_saved()} />
      </form>
    </Panel>
  );
}

/** The user's picture or initials, with buttons to select and remove a picture. */
function PictureField({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const { account } = useTRPC();
  const picker = useRef<HTMLInputElement>(null);
  const picture = getHostedPicture(user.image);
  const change = useAccountCall(
    async (file: File | null) => {
      const webp = file && (await createAvatar(file));
      if (file && !webp) return { data: null, error: { code: "picture_unfit" } };
      return toAccountResponse(mutate(queryClient, account.setAvatar.mutationOptions(), { webp }));
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
          aria-label={m.account_picture_file()}
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = "";
            if (file) void change.run(file);
          }}
        />
        <Button busy={change.busy} onClick={() => picker.current?.click()}>
          {picture ? m.account_change_picture() : m.account_choose_a_picture()}
        </Button>
        {picture && (
          <Button disabled={change.busy} onClick={() => change.run(null)}>
            {m.account_remove_picture()}
          </Button>
        )}
      </div>
      <p className="text-0 text-ink-2">{m.account_picture_is_cropped()}</p>
    </div>
  );
}

// Converts the selected picture to an avatar: a square of one size, as WebP, without the file's metadata.

/** Tried in this order until the picture is small enough. */
const QUALITIES = [0.9, 0.75, 0.6, 0.4, 0.2];

/** Returns the avatar as base64; null if the browser cannot read the file or make it small enough. */
async function createAvatar(file: File): Promise<string | null> {
  const source = await createImageBitmap(file).catch(() => null);
  if (!source) return null;
  const canvas = new OffscreenCanvas(AVATAR.side, AVATAR.side);
  const side = Math.min(source.width, source.height);
  const [x, y] = [(source.width - side) / 2, (source.height - side) / 2];
  canvas.getContext("2d")?.drawImage(source, x, y, side, side, 0, 0, AVATAR.side, AVATAR.side);
  source.close();
  for (const quality of QUALITIES) {
    const blob = await canvas.convertToBlob({ type: "image/webp", quality });
    if (blob.type === "image/webp" && blob.size <= AVATAR.maxBytes) return getBase64(blob);
  }
  return null;
}

async function getBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
