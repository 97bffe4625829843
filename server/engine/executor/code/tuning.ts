/** Bounds of the threads of code. */
export const tuning = {
  /** Instances that stay in one thread after they have blocked. */
  instances: 10_000,
  /** Heap of one thread, in MB. */
  heapMb: 512,
}
