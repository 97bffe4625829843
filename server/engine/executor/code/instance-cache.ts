/**
 * Instances that have blocked, by run, the least recently used one first out. `seq`: the number of the last event that
 * the instance has seen. The cache is never trusted: a caller that finds another number replays instead.
 */
export class InstanceCache<Value> {
  private readonly most: number
  private readonly kept = new Map<string, { readonly seq: number; readonly value: Value }>()

  constructor(most: number) {
    this.most = most
  }

  get size(): number {
    return this.kept.size
  }

  find(runId: string): { readonly seq: number; readonly value: Value } | undefined {
    return this.kept.get(runId)
  }

  /** Takes an instance out for a delivery: one that fails halfway must not be used again. */
  take(runId: string): { readonly seq: number; readonly value: Value } | undefined {
    const found = this.kept.get(runId)
    this.kept.delete(runId)
    return found
  }

  clear(): void {
    this.kept.clear()
  }

  put(runId: string, seq: number, value: Value): void {
    this.kept.delete(runId)
    this.kept.set(runId, { seq, value })
    if (this.kept.size <= this.most) return
    const [oldest] = this.kept.keys()
    if (oldest !== undefined) this.kept.delete(oldest)
  }
}
