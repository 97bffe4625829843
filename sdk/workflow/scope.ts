/**
 * A cancellation scope: what is awaited in it is cancelled with it. A scope is cancelled with its parent, unless it is
 * shielded.
 */
export class Scope {
  private readonly listeners = new Set<() => void>()
  private cancelled = false
  private readonly leaveParent: (() => void) | null

  constructor(parent: Scope | null, isCancellable: boolean) {
    const follows = parent !== null && isCancellable
    this.leaveParent = follows ? parent.onCancel(() => this.cancel()) : null
    if (follows && parent.cancelled) this.cancelled = true
  }

  get isCancelled(): boolean {
    return this.cancelled
  }

  /** Cancels everything that is awaited in the scope, in the order in which it was begun. */
  cancel(): void {
    if (this.cancelled) return
    this.cancelled = true
    for (const listener of [...this.listeners]) listener()
    this.listeners.clear()
  }

  /** Calls the listener on cancellation; returns the function that ends that. */
  onCancel(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The scope is over: its parent no longer cancels it. */
  leave(): void {
    this.leaveParent?.()
  }
}
