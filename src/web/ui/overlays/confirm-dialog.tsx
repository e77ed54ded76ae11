import { type ComponentProps, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { CancelButton, Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  /** The question, naming what it is about. */
  title: string;
  /** What follows from it. */
  description: string;
  /** The words on the button that does it. */
  action: string;
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

type ConfirmButtonProps = Omit<ComponentProps<typeof Button>, "onClick" | "children"> & {
  question: string;
  description: string;
  /** The words on this button, and on that which does it. */
  action: string;
  onConfirm: () => void;
};

/** A button for what cannot be taken back: it asks first. */
export function ConfirmButton({ question, description: explained, action, onConfirm, ...button }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {action}
      </Button>
      {asking && (
        <ConfirmDialog
          title={question}
          description={explained}
          action={action}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
