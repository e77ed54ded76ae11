import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { CancelButton, Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  /** The question, naming what it is about. */
  title: string;
  /** What follows from it. */
  description: string;
  /** The words on the button that does it. */
  action: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, description, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
        <CancelButton />
      </div>
    </Dialog>
  );
}

type ConfirmButtonProps = Omit<ComponentProps<typeof Button>, "onClick" | "title"> &
  Pick<ConfirmDialogProps, "title" | "description" | "onConfirm">;

/** A button whose work is done once the question about it is answered; its words are those of the answer. */
export function ConfirmButton({ title, description, onConfirm, ...button }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          {...{ title, description, onConfirm }}
          action={button.children}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
