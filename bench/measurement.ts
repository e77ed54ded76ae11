/** One row of the table. Each function measures once and gives a time in ms, or another quantity all three share. */
export type Measurement = {
  name: string;
  /** What the ratios should be, in words. */
  goal: string;
  /** What ours may take at most, in ms, where the product promises a time. */
  mostMs?: number;
  rounds: number;
  ours: () => Promise<number>;
  peer: () => Promise<number>;
  limit: () => Promise<number>;
};
