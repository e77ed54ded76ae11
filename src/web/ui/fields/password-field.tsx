import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { m } from "#messages";
import { Eye, EyeOff } from "#web/ui/icons.tsx";
import { FieldFrame, type FieldTexts, INPUT_CLASSES } from "./field.tsx";

type PasswordFieldProps = Omit<ComponentProps<"input">, "id" | "type" | "onKeyDown" | "onKeyUp"> & FieldTexts;

/** A password input with a button that shows the password, and a warning while Caps Lock is on. */
export function PasswordField({
  label,
  isLabelHidden = false,
  hint,
  note,
  error,
  className,
  ...input
}: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, note, error, className }}>
      {(controlProps) => (
        <>
          <div className="relative">
            <input
              {...input}
              {...controlProps}
              type={isVisible ? "text" : "password"}
              autoCapitalize="none"
              spellCheck={false}
              onKeyDown={readCapsLock}
              onKeyUp={readCapsLock}
              className={`${INPUT_CLASSES} pr-12`}
            />
            <button
              type="button"
              aria-pressed={isVisible}
              aria-label={m.app_show_password()}
              onClick={() => setVisible(!isVisible)}
              className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-1 text-ink-2 hover:text-ink"
            >
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </button>
          </div>
          <p role="status" className={capsLock ? "text-0 text-warn" : "sr-only"}>
            {capsLock && m.app_caps_lock_is_on()}
          </p>
        </>
      )}
    </FieldFrame>
  );
}
