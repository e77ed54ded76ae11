import { inject } from "vitest";

process.env["TEST_DATABASE"] = inject("cluster");
process.env["TEST_TEMPLATE"] = inject("template");
