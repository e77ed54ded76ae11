import { useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { TAG_PATTERN } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { readTexts, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getProperty } from "#web/data/problem.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { MAX_NAME_LENGTH, MAX_SLUG_LENGTH, SLUG_PATTERN, toSlug } from "./platoon-name.ts";
import { usePlatoonCall } from "./platoon-queries.ts";

/** The key under which the form's unsent input is stored. */
export const NEW_PLATOON = "platoon:new";

type Input = {
  name: string;
  tag: string;
  emblem: string;
  /** Null until it is edited; until then it is derived from the name. */
  slug: string | null;
};

const EMPTY: Input = { name: "", tag: "", emblem: "", slug: null };

/** Parses the stored texts of the form. */
export const readNames = readTexts(["name", "tag", "emblem"]);

/** Returns the metadata of a platoon for the account library. */
export const toMetadata = ({ tag, emblem }: Pick<Input, "tag" | "emblem">) => ({
  ...(tag && { tag }),
  ...(emblem && { emblem }),
});

function readInput(value: unknown): Input | null {
  const names = readNames(value);
  const slug = getProperty(value, "slug");
  return names && (slug === null || typeof slug === "string") ? { ...names, slug } : null;
}

type CreatePlatoonProps = { userId: string; onClose: () => void };

/** The dialog that creates a platoon, and opens it afterwards. */
export function CreatePlatoon({ userId, onClose }: CreatePlatoonProps) {
  const navigate = useNavigate();
  const input = useInterruptedInput(NEW_PLATOON, EMPTY, readInput);
  const { name, tag, emblem } = input.value;
  const slug = input.value.slug ?? toSlug(name);
  const create = usePlatoonCall(
    userId,
    (_: undefined, change) =>
      change((account) => account.organization.create({ name: name.trim(), slug, metadata: toMetadata(input.value) })),
    () => navigate({ to: "/platoons", search: { platoon: slug } }),
  );
  return (
    <FormDialog
      title={m.platoon_create()}
      description={m.platoon_create_explained()}
      action={m.platoon_create()}
      busy={create.busy}
      input={input}
      onSubmit={() => create.run(undefined)}
      onClose={onClose}
    >
      <FormRefusal refusal={create.refusal} />
      <NameField value={name} onChange={(next) => input.change({ name: next })} />
      <TagField value={tag} onChange={(next) => input.change({ tag: next })} />
      <SlugField
        value={slug}
        onChange={(next) => input.change({ slug: next })}
        error={create.refusal?.field === "slug" && create.refusal.text}
      />
      <EmblemField value={emblem} onChange={(next) => input.change({ emblem: next })} />
    </FormDialog>
  );
}

type TextFieldProps = { value: string; onChange: (text: string) => void };

/** The field for a platoon's name. */
export const NameField = ({ value, onChange }: TextFieldProps) => (
  <Field
    label={m.platoon_name()}
    name="platoon"
    required
    maxLength={MAX_NAME_LENGTH}
    pattern=".*\S.*"
    autoComplete="off"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** The field for a platoon's optional tag. */
export const TagField = ({ value, onChange }: TextFieldProps) => (
  <Field
    label={m.platoon_tag()}
    hint={m.platoon_tag_hint()}
    name="tag"
    maxLength={8}
    pattern={TAG_PATTERN}
    title={m.platoon_tag_title()}
    autoComplete="off"
    spellCheck={false}
    value={value}
    onChange={({ target }) => onChange(target.value.toUpperCase())}
  />
);

const EmblemEditor = lazyNamed(() => import("./emblem/emblem-editor.tsx"), "EmblemEditor");

/** The editor for a platoon's optional emblem in its stored format. */
export const EmblemField = (props: TextFieldProps) => (
  <Suspense fallback={null}>
    <EmblemEditor {...props} />
  </Suspense>
);

/** The field for a platoon's slug, the last part of its URL. */
export const SlugField = ({ value, onChange, error }: TextFieldProps & { error: string | false }) => (
  <Field
    label={m.platoon_address()}
    hint={m.platoon_address_hint()}
    name="slug"
    required
    maxLength={MAX_SLUG_LENGTH}
    pattern={SLUG_PATTERN}
    title={m.platoon_address_title()}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    error={error}
  />
);
