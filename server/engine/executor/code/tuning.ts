/** Bounds of the threads of code. */
export const tuning = {
  /** Instances that stay in one thread after they have blocked. */
  instances: 10_000,
  /** Definitions whose modules stay loaded in one thread. */
  realms: 200,
  /** Threads of code of an engine: an endless loop holds up the runs of its thread alone. */
  threads: 2,
  /** How long a thread that does not yield is profiled before its end, for the line of its loop. */
  profileMs: 25,
  profileWaitMs: 5_000,
  /** Heap of one thread, in MB. */
  heapMb: 512,
}
