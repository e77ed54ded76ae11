// The statistics service as a process, for the browser tests.
import { createStatisticsService } from "./statistics-service.ts";

const { url } = await createStatisticsService({ port: Number(process.env["PORT"]) });
console.log(`Statistics are told at ${url}.`);
