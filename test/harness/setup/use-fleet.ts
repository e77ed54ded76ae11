import { inject } from "vitest";

process.env["TEST_REDIS"] = inject("redis");
const pooler = inject("pooler");
if (pooler) process.env["TEST_POOLER"] = String(pooler);
