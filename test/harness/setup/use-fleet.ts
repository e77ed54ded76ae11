import { inject } from "vitest";

process.env["TEST_REDIS"] = inject("redis");
