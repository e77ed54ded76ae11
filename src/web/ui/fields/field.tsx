import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "#web/ui/class-names.ts";
import { CircleAlert } from "#web/ui/icons.tsx";

export const INPUT_CLASSES =
  "block min-h-10 w-full rounded-1 border border-line-strong bg-surface-1 px-3 text-1 text-ink pointer-coarse:min-h-11 aria-invalid:border-danger disabled:text-ink-disabled";

export type FieldTexts = {
  label: ReactNode;
  /** The label is visible to screen readers only, because the control's content explains it. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  /** A short text at the end of the label's line, which screen readers announce with the control. */
  note?: ReactNode;
  /** The error message, shown below the control and announced with it. */
  error?: ReactNode;
};

type FrameProps = FieldTexts & {
  className?: string | undefined;
  /** Renders the control with the attributes that connect it to its label, hint and error. */
  children: (controlProps: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
};

/** The frame of a form control: label, hint, control and error. */
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

/** A text input with a label. Passes all attributes to the input. */
export function Field({ label, isLabelHidden = false, hint, note, error, className, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, note, error, className }}>
      {(controlProps) => <input {...input} {...controlProps} className={INPUT_CLASSES} />}
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<"textarea">, "id" | "onChange"> &
  Pick<FieldTexts, "label" | "hint" | "error"> & { onChange: (text: string) => void };

/** A text area with a label. */
export const TextArea = ({ label, hint, error, onChange, className, ...input }: TextAreaProps) => (
  <FieldFrame {...{ label, hint, error }}>
    {(controlProps) => (
      <textarea
        {...input}
        {...controlProps}
        onChange={({ target }) => onChange(target.value)}
        className={classes(INPUT_CLASSES, "py-2", className)}
      />
    )}
  </FieldFrame>
);

type SearchFieldProps = Omit<FieldProps, "type" | "onChange"> & {
  value: string;
  onChange: (text: string, caret: number | null) => void;
  /** Shows the "/" shortcut while the field is empty. */
  hasMark?: boolean;
  /** Content that opens below the input, e.g. suggestions. */
  children?: ReactNode;
};

/** A search field that filters a list while the user types. */
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
      {(controlProps) => (
        <span className="relative block">
          <input
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            {...input}
            {...controlProps}
            type="search"
            onChange={({ target }) => onChange(target.value, target.selectionStart)}
            className={`${INPUT_CLASSES} peer placeholder-shown:text-ellipsis`}
          />
          {hasMark && <SlashMark />}
          {children}
        </span>
      )}
    </FieldFrame>
  );
}

/** The shortcut that focuses the field; hidden while the field has text. */
const SlashMark = () => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-1 border border-line-strong px-1.5 font-cond text-00 text-ink-3 md:peer-placeholder-shown:block"
  >
    /
  </span>
);
