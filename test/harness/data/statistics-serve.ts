// The statistics service as a process, for the browser tests.
import { createStatisticsService } from "./statistics-service.ts";

const { url } = await createStatisticsService({ port: Number(process.env["PORT"]) });
console.log(`The statistics service listens at ${url}.`);
