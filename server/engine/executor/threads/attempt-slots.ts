import { createSelfCompactingMap } from '../../ownership/self-compacting-map.ts'
import type { FunctionRequest } from '../../ports.ts'
import { controlBlock, isAfter, SLOTS, slotAfter, slotsSince } from './control-block.ts'

/**
 * The attempts under way in one host thread, by slot. The engine and the thread agree on which attempts have begun by
 * the watermark `begun` of the control block.
 */
export class AttemptSlots {
  private readonly control: Int32Array
  private readonly requests = createSelfCompactingMap<number, FunctionRequest>()
  private readonly slots = createSelfCompactingMap<string, number>()
  private next = 1
  /** The watermark, as it was before the last withdrawal. */
  private begun = 0
  private withdrawals = 0

  constructor(control: Int32Array) {
    this.control = control
  }

  get size(): number {
    return this.requests.size
  }

  /** Number of attempts that the thread has not begun. */
  get unbegun(): number {
    this.readWatermark(Atomics.load(this.control, controlBlock.begun))
    const sent = this.next === 1 ? SLOTS : this.next - 1
    return Math.min(this.requests.size, slotsSince(sent, this.begun))
  }

  /** True while the thread has not read that it may begin attempts again. */
  get isWithdrawn(): boolean {
    return Atomics.load(this.control, controlBlock.begun) < 0
  }

  add(request: FunctionRequest): number {
    const slot = this.next
    this.next = slotAfter(slot)
    this.requests.set(slot, request)
    this.slots.set(request.id, slot)
    return slot
  }

  get(slot: number): FunctionRequest | null {
    return this.requests.get(slot) ?? null
  }

  slotOf(id: string): number | undefined {
    return this.slots.get(id)
  }

  remove(slot: number): FunctionRequest | null {
    const request = this.requests.get(slot)
    if (!request) return null
    this.requests.delete(slot)
    this.slots.delete(request.id)
    return request
  }

  /**
   * Takes back the attempts that were not begun: the thread begins none of them. `mark` is the number by which the
   * thread may begin later attempts.
   */
  withdraw(): { readonly mark: number; readonly requests: readonly FunctionRequest[] } {
    this.withdrawals += 1
    const mark = -this.withdrawals
    this.readWatermark(Atomics.exchange(this.control, controlBlock.begun, mark))
    const unbegun = [...this.requests.keys()].filter((slot) => isAfter(slot, this.begun))
    return { mark, requests: unbegun.flatMap((slot) => this.remove(slot) ?? []) }
  }

  /**
   * Removes all attempts of a dead thread. `culprits` may have caused the end: during the call of one function no other
   * function runs, so the called attempt alone; outside of a call, every attempt that was begun.
   */
  removeAll(): { readonly culprits: readonly FunctionRequest[]; readonly bystanders: readonly FunctionRequest[] } {
    const called = this.control[controlBlock.calling] ?? 0
    this.readWatermark(Atomics.load(this.control, controlBlock.begun))
    const entries = [...this.requests.entries()]
    this.requests.clear()
    this.slots.clear()
    const isCulprit = (slot: number) => (called === 0 ? !isAfter(slot, this.begun) : slot === called)
    return {
      culprits: entries.filter(([slot]) => isCulprit(slot)).map(([, request]) => request),
      bystanders: entries.filter(([slot]) => !isCulprit(slot)).map(([, request]) => request),
    }
  }

  private readWatermark(word: number): void {
    if (word > 0) this.begun = word
  }
}
