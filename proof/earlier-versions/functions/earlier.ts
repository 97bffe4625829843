import { NonRetryableError, type StepContext } from 'heddle/steps'

/**
 * The step functions of the runs in earlier versions' data directories. While a
 * directory is being made they stop half-way, so that it keeps runs in every
 * state; afterwards they do what they should.
 */
function isBeingMade(): boolean {
  return process.env.MAKES_EARLIER_VERSION === 'on'
}

export function addOne(state: { readonly n?: number }) {
  return { n: (state.n ?? 0) + 1 }
}

/** In flight until the engine is killed. */
export async function stayInFlight() {
  if (isBeingMade()) await new Promise(() => undefined)
  return { finished: true }
}

/** Of items and rounds, the first two end; the others are in flight until the engine is killed. */
export async function stayBehind(_state: object, { index = 0 }: StepContext) {
  if (isBeingMade() && index > 1) await new Promise(() => undefined)
  return { index }
}

export function failForNow() {
  if (isBeingMade()) throw new Error('not yet')
  return { mended: true }
}

export function failUntilRetried() {
  if (isBeingMade()) throw new NonRetryableError('look at this first')
  return { mended: true }
}

export function failForGood() {
  throw new NonRetryableError('never')
}

export function undo() {
  return {}
}

export async function undoSlowly() {
  if (isBeingMade()) await new Promise(() => undefined)
  return {}
}
