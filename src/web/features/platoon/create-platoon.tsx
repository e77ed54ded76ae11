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

/** The key of what is typed here. */
export const NEW_PLATOON = "platoon:new";

type Input = {
  name: string;
  tag: string;
  emblem: string;
  /** Null as long as it follows the name. */
  slug: string | null;
};

const EMPTY: Input = { name: "", tag: "", emblem: "", slug: null };

/** The texts of the form as they were stored. */
export const readNames = readTexts(["name", "tag", "emblem"]);

/** The metadata of a platoon, as the account library stores it. */
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

/** Name, tag and address of a new platoon; it opens once it is there. */
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

/** The name of a platoon. */
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

/** The tag of a platoon, which may be left out. */
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

/** The emblem of a platoon in its stored form, which may be left out. */
export const EmblemField = (props: TextFieldProps) => (
  <Suspense fallback={null}>
    <EmblemEditor {...props} />
  </Suspense>
);

/** The word that a platoon's address ends in. */
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
