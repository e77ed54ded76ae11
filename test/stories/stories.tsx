// Shared components by themselves, for the browser tests that measure them; served by Vite, never built.
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Select } from "#web/components/fields/select.tsx";
import { Switch } from "#web/components/fields/switch.tsx";
import { ScrollArea } from "#web/components/overlays/scroll-area.tsx";
import "#web/styles.css";

const NAMES = ["Ant", "Bee", "Bat", "Cat", ...Array.from({ length: 80 }, (_, index) => `Moth ${index + 1}`)];
const CHOICES = NAMES.map((label) => ({ value: label, label }));

function Stories() {
  const [animal, setAnimal] = useState("Ant");
  const [on, setOn] = useState(false);
  return (
    <main style={{ padding: 40, display: "grid", gap: 40, justifyItems: "start" }}>
      <Select label="Animal" value={animal} choices={CHOICES} onChange={setAnimal} />
      <Switch label="Night" checked={on} onChange={setOn} />
      <ScrollArea label="Long text" className="h-40 w-60">
        <div style={{ height: 40_000, width: 100 }}>Long</div>
      </ScrollArea>
    </main>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Stories />);
