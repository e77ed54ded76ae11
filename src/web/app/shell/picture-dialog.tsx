// Cards that are drawn on this device as pictures to download or share.
import { useEffect, useRef, useState } from "react";
import { PICTURE_COLOURS as COLOUR } from "#domain/silhouettes/colours.ts";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import { download } from "#web/data/stores/download.ts";
import { Button } from "#web/ui/button.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";

const SIZES = {
  wide: { label: m.soldier_wide(), width: 1200, height: 630 },
  tall: { label: m.soldier_tall(), width: 1080, height: 1920 },
} as const;
type PictureSize = keyof typeof SIZES;

export type PictureCanvas = CanvasRenderingContext2D;

type PictureDialogProps = {
  title: string;
  description: string;
  /** The text alternative of the picture. */
  label: string;
  fileName: string;
  /** The formats to choose from; the first is the default. */
  sizes: readonly [PictureSize, ...PictureSize[]];
  /** Draws on a painted background. Must keep its identity while the drawing is the same. */
  draw: (canvas: PictureCanvas, area: { width: number; height: number }) => void;
  onClose: () => void;
};

/** A dialog with a picture that is drawn on this device and never uploaded. */
export function PictureDialog({ title, description, label, fileName, sizes, draw, onClose }: PictureDialogProps) {
  const [size, setSize] = useState(sizes[0]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = SIZES[size];
  useEffect(() => {
    let isUnmounted = false;
    // Canvas text does not wait for its font to load.
    void Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 40px ${FONT}`))).then(() => {
      const context = canvas.current?.getContext("2d");
      if (!context || isUnmounted) return;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.textBaseline = "top";
      context.fillStyle = COLOUR.ground;
      context.fillRect(0, 0, width, height);
      draw(context, { width, height });
    });
    return () => {
      isUnmounted = true;
    };
  }, [draw, width, height]);
  const withFile = (use: (file: File) => Promise<void> | void) =>
    canvas.current?.toBlob((blob) => {
      if (blob) void use(new File([blob], `${fileName}-${size}.png`, { type: "image/png" }));
    }, "image/png");
  const choices = sizes.map((value) => ({ value, label: SIZES[value].label }));
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <div className="grid gap-4">
        {choices.length > 1 && (
          <Segments legend={m.soldier_format()} name="card-size" value={size} choices={choices} onChange={setSize} />
        )}
        <canvas
          ref={canvas}
          width={width}
          height={height}
          role="img"
          aria-label={label}
          className="mx-auto max-h-[50dvh] max-w-full rounded-1 border border-line"
        />
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" onClick={() => withFile((file) => download(file, file.name, file.type))}>
            {m.soldier_download_png()}
          </Button>
          {"share" in navigator && "canShare" in navigator && (
            <Button onClick={() => withFile((file) => shareFile(file, label))}>{m.common_share_2()}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

async function shareFile(file: File, text: string): Promise<void> {
  try {
    if (navigator.canShare({ files: [file] })) await navigator.share({ files: [file], text });
    else showToast(m.soldier_sharing_unsupported());
  } catch (error) {
    // Closing the share sheet of the device is not an error.
    if (!(error instanceof DOMException && error.name === "AbortError")) logError("Share a picture", error);
  }
}

const FONT = '"Sofia Sans Condensed Variable", sans-serif';

type TextStyle = {
  x: number;
  y: number;
  size: number;
  bold?: boolean;
  colour?: string;
  align?: "left" | "right";
  /** Longer texts are cut off with an ellipsis. */
  maxWidth?: number;
};
export type Write = (text: string, style: TextStyle) => void;

/** Returns a function that writes text on a picture in the site's font. */
export const createWriter =
  (canvas: PictureCanvas): Write =>
  (text, { x, y, size, bold = false, colour = COLOUR.text, align = "left", maxWidth }) => {
    canvas.font = `${bold ? 700 : 400} ${size}px ${FONT}`;
    canvas.fillStyle = colour;
    canvas.textAlign = align;
    let visibleText = text;
    while (maxWidth !== undefined && visibleText.length > 1 && canvas.measureText(visibleText).width > maxWidth)
      visibleText = `${visibleText.replace(/…$/, "").slice(0, -1).trimEnd()}…`;
    canvas.fillText(visibleText, x, y);
  };
