import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DELETED_PLATOON_DAYS, isOwner } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { FormRefusal, SubmitRow } from "#web/features/account/forms/form-refusal.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { EmblemField, NameField, readNames, TagField, toMetadata } from "./create-platoon.tsx";
import { PlatoonExport } from "./locker/platoon-transfer.tsx";
import { type SectionProps, usePlatoonCall } from "./platoon-queries.ts";

/** The form for name, tag and emblem, and for owners the deletion of the platoon. */
export function SettingsTab(section: SectionProps) {
  return (
    <div className="grid max-w-xl gap-5">
      <Names {...section} />
      {isOwner(section.role) && <DeletePlatoon {...section} />}
    </div>
  );
}

function Names({ platoon, user }: SectionProps) {
  const stored = { name: platoon.name, tag: platoon.tag ?? "", emblem: platoon.emblem ?? "" };
  const input = useInterruptedInput(`platoon:${platoon.id}`, stored, readNames);
  const { name, tag, emblem } = input.value;
  const [saved, setSaved] = useState(false);
  const update = usePlatoonCall(
    user.id,
    (_: undefined, change) => {
      const data = { name: name.trim(), metadata: toMetadata(input.value) };
      return change((account) => account.organization.update({ organizationId: platoon.id, data }), {
        isIdempotent: true,
      });
    },
    () => setSaved(true),
  );
  return (
    <Panel title={m.platoon_rename()}>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          input.send(update.run(undefined));
        }}
        onChange={() => setSaved(false)}
        className="grid gap-4"
      >
        <FormRefusal refusal={update.refusal} />
        <NameField value={name} onChange={(next) => input.change({ name: next })} />
        <TagField value={tag} onChange={(next) => input.change({ tag: next })} />
        <EmblemField
          value={emblem}
          onChange={(next) => {
            setSaved(false);
            input.change({ emblem: next });
          }}
        />
        <SubmitRow busy={update.busy} action={m.common_save()} successMessage={saved && m.platoon_saved()} />
      </form>
    </Panel>
  );
}

function DeletePlatoon(section: SectionProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={m.platoon_delete()}>
      <p className="mb-4 text-ink-2">{m.platoon_delete_explained({ days: DELETED_PLATOON_DAYS })}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="danger" onClick={() => setAsking(true)}>
          {m.platoon_delete()}
        </Button>
        <PlatoonExport organizationId={section.platoon.id} />
      </div>
      {asking && <DeleteDialog {...section} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function DeleteDialog({ platoon: { id, name }, user, onClose }: SectionProps & { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [differs, setDiffers] = useState(false);
  const remove = usePlatoonCall(
    user.id,
    (_: undefined, change) => change((account) => account.organization.delete({ organizationId: id })),
    () => navigate({ to: "/platoons", search: {} }),
  );
  return (
    <FormDialog
      title={m.platoon_delete_question({ platoon: name })}
      description={m.platoon_delete_explained({ days: DELETED_PLATOON_DAYS })}
      action={m.platoon_delete()}
      kind="danger"
      busy={remove.busy}
      onSubmit={() => {
        const isSame = typed.trim() === name.trim();
        setDiffers(!isSame);
        return isSame && remove.run(undefined);
      }}
      onClose={onClose}
    >
      <FormRefusal refusal={remove.refusal} />
      <Field
        label={
          <MarkupText
            message={m.platoon_delete_type_name}
            inputs={{ name }}
            markup={{ b: ({ children }) => <b className="wrap-anywhere text-ink">{children}</b> }}
          />
        }
        name="typed"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={differs && m.platoon_delete_name_differs()}
      />
    </FormDialog>
  );
}
