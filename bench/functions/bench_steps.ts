import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const filler = 'x'.repeat(86)
/** The database compresses what is long and repeats itself; this does not. */
const noise = randomBytes(7_500).toString('base64')

/** An effect of 100 bytes of JSON. */
export function hundredBytes() {
  return { value: filler }
}

/** An effect of 1,000 bytes of JSON. */
export function thousandBytes() {
  return { value: noise.slice(0, 986) }
}

/** An effect of 10,000 bytes of JSON. */
export function tenThousandBytes() {
  return { value: noise.slice(0, 9_986) }
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
