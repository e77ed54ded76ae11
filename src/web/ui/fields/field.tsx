import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "#web/ui/class-names.ts";
import { CircleAlert } from "#web/ui/icons.tsx";

export const INPUT_LOOK =
  "block min-h-10 w-full rounded-1 border border-line-strong bg-surface-1 px-3 text-1 text-ink pointer-coarse:min-h-11 aria-invalid:border-danger disabled:text-ink-disabled";

export type FieldTexts = {
  label: ReactNode;
  /** The label is for screen readers alone, where what the control shows explains it. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  /** A few words at the end of the label's line, read with the control. */
  note?: ReactNode;
  /** What is wrong with the value; shown below the control and tied to it. */
  error?: ReactNode;
};

type FrameProps = FieldTexts & {
  className?: string | undefined;
  /** Draws the control with the attributes that tie it to its label, hint and error. */
  children: (tied: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
};

/** Label above, then hint, control and error below. */
export function FieldFrame({ label, isLabelHidden = false, hint, note, error, className, children }: FrameProps) {
  const id = useId();
  const describedBy = classes(hint ? `${id}-hint` : null, note ? `${id}-note` : null, error ? `${id}-error` : null);
  return (
    <div className={classes("grid gap-1", className)}>
      <span className={isLabelHidden ? "sr-only" : "flex items-baseline justify-between gap-2"}>
        <label htmlFor={id} className="text-0 font-semibold text-ink-2">
          {label}
        </label>
        {note && (
          <span id={`${id}-note`} className="num text-right text-00 text-ink-2">
            {note}
          </span>
        )}
      </span>
      {hint && (
        <p id={`${id}-hint`} className="text-0 text-ink-3">
          {hint}
        </p>
      )}
      {children({
        id,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-center gap-1.5 text-0 text-danger">
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

type FieldProps = Omit<ComponentProps<"input">, "id"> & FieldTexts;

/** A labelled text input; every attribute of an input passes through. */
export function Field({ label, isLabelHidden = false, hint, note, error, className, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, note, error, className }}>
      {(tied) => <input {...input} {...tied} className={INPUT_LOOK} />}
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<"textarea">, "id" | "onChange"> &
  Pick<FieldTexts, "label" | "hint" | "error"> & { onChange: (text: string) => void };

/** A labelled text of several lines. */
export const TextArea = ({ label, hint, error, onChange, className, ...input }: TextAreaProps) => (
  <FieldFrame {...{ label, hint, error }}>
    {(tied) => (
      <textarea
        {...input}
        {...tied}
        onChange={({ target }) => onChange(target.value)}
        className={classes(INPUT_LOOK, "py-2", className)}
      />
    )}
  </FieldFrame>
);

type SearchFieldProps = Omit<FieldProps, "type" | "onChange"> & {
  value: string;
  onChange: (text: string, caret: number | null) => void;
  /** Shows that "/" leads here, as long as nothing is typed. */
  hasMark?: boolean;
  /** What opens below the input while one types. */
  children?: ReactNode;
};

/** A field that narrows a list as one types. */
export function SearchField({
  label,
  isLabelHidden = false,
  hint,
  note,
  error,
  className,
  onChange,
  hasMark = false,
  children,
  ...input
}: SearchFieldProps) {
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, note, error, className }}>
      {(tied) => (
        <span className="relative block">
          <input
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            {...input}
            {...tied}
            type="search"
            onChange={({ target }) => onChange(target.value, target.selectionStart)}
            className={`${INPUT_LOOK} peer`}
          />
          {hasMark && <SlashMark />}
          {children}
        </span>
      )}
    </FieldFrame>
  );
}

/** The key that leads to the field beside it; hidden once something is typed. */
const SlashMark = () => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-1 border border-line-strong px-1.5 font-cond text-00 text-ink-3 md:peer-placeholder-shown:block"
  >
    /
  </span>
);
