import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { writePageState } from "./page-state.ts";

test("a page contains its cached queries, and no value can close the script element", () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(["home"], { name: "</script><script>alert(1)</script>" });
  const block = writePageState(queryClient);
  expect(block.match(/<\/script>/g)).toHaveLength(1);
  const [, json = ""] = /^<script type="application\/json">(.*)<\/script>$/.exec(block) ?? [];
  expect(JSON.parse(json)).toEqual([[["home"], { name: "</script><script>alert(1)</script>" }]]);
  queryClient.clear();
});

test("a page without queries contains no script element", () => {
  expect(writePageState(new QueryClient())).toBe("");
});
