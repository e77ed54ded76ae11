import { inject } from "vitest";

process.env["TEST_FLEET"] = "on";
const pooler = inject("pooler");
if (pooler) process.env["TEST_POOLER"] = String(pooler);
