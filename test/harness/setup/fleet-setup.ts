// Gives the vitest project "fleet" its Redis.
import type { TestProject } from "vitest/node";
import { redisProgram, startRedis } from "#test/harness/processes/redis.ts";

declare module "vitest" {
  interface ProvidedContext {
    redis: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = redisProgram();
  if (!program) throw new Error("Redis's program is not on this machine.");
  const redis = await startRedis(program);
  project.provide("redis", redis.url);
  return async () => redis[Symbol.asyncDispose]();
}
