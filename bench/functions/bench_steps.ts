import { setTimeout as sleep } from 'node:timers/promises'

const filler = 'x'.repeat(86)

/** An effect of 100 bytes of JSON. */
export function hundredBytes() {
  return { value: filler }
}

/** When it was called, by the clock that all processes of a machine share. */
export function rightNow() {
  return { called_at: Number(process.hrtime.bigint()) / 1e6 }
}

/** An effect that takes a while, as calls of other systems do. */
export async function nap() {
  await sleep(50)
  return { value: filler }
}

/** One more round of a loop. */
export function countRound(state: { readonly round?: number }) {
  return { round: (state.round ?? 0) + 1 }
}

/** What a PARALLEL step does with one item. */
export function oneItem() {
  return 1
}
