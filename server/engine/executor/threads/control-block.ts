/**
 * The control block is memory that the engine and a host thread share, so that the engine can read it while the thread
 * does not answer. It consists of Int32 words, at these indices:
 *
 * - `calling`: the slot of the attempt whose function is being called right now, or 0.
 * - `begun`: the watermark of the thread, which is the slot that was begun last, or 0. The engine puts a negative number
 *   there to withdraw the attempts that were not begun; while that number stands there, the thread begins nothing.
 * - `thread`: the number of the thread in the system; 0 where the system does not say.
 * - `sent`: the number of texts that the thread has sent, as far as an Int32 can count them.
 * - `answered`: the number of answers to the thread's questions for secrets; the thread waits for its change.
 */
export const controlBlock = { calling: 0, begun: 1, thread: 2, sent: 3, answered: 4, bytes: 20 } as const

/** Slots number the attempts of one thread in the order of their starts, from 1. After the last slot comes 1 again. */
export const SLOTS = 0x7fff_fffe

export const slotAfter = (slot: number) => (slot === SLOTS ? 1 : slot + 1)

/** Number of slots from `begun` to `slot`. */
export const slotsSince = (slot: number, begun: number) => (slot - begun + SLOTS) % SLOTS

/** Whether a slot is later than another: the order is that of the shorter distance, because slots wrap around. */
export function isAfter(slot: number, other: number): boolean {
  const distance = slotsSince(slot, other)
  return distance > 0 && distance < SLOTS / 2
}
