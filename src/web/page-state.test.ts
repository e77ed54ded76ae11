import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { writePageState } from "./page-state.ts";

test("a page carries its answers, and nothing in them can end the block", () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(["home"], { name: "</script><script>alert(1)</script>" });
  const block = writePageState(queryClient);
  expect(block.match(/<\/script>/g)).toHaveLength(1);
  const [, json = ""] = /^<script type="application\/json">(.*)<\/script>$/.exec(block) ?? [];
  expect(JSON.parse(json)).toEqual([[["home"], { name: "</script><script>alert(1)</script>" }]]);
  queryClient.clear();
});

test("a page that asked nothing carries nothing", () => {
  expect(writePageState(new QueryClient())).toBe("");
});
