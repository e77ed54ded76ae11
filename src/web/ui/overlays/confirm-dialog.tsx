import { type ComponentProps, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { CancelButton, Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  /** The question, which contains the name of the item. */
  title: string;
  /** The consequence of the action. */
  description: string;
  /** The label of the button that confirms. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** A dialog that asks for confirmation of an irreversible action. */
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
  /** The label of this button and of the button that confirms. */
  action: string;
  onConfirm: () => void;
};

/** A button for an irreversible action, which asks for confirmation. */
export function ConfirmButton({ question, description: text, action, onConfirm, ...button }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {action}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={question}
          description={text}
          action={action}
          onConfirm={onConfirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
