import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** After navigation: moves focus to the new screen's heading and announces its title. */
export function Announcer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        setTitle(document.title);
        focusHeading();
      }),
    [router],
  );
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
