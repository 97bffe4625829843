import { NonRetryableError } from 'heddle/steps'

/**
 * The step functions of the runs in earlier versions' data directories. While a
 * directory is being made they stop half-way, so that it keeps runs in every
 * state; afterwards they do what they should.
 */
function isBeingMade(): boolean {
  return process.env.HEDDLE_MAKES_EARLIER_VERSION === 'on'
}

export function addOne(state: { readonly n?: number }) {
  return { n: (state.n ?? 0) + 1 }
}

/** In flight until the engine is killed. */
export async function stayInFlight() {
  if (isBeingMade()) await new Promise(() => undefined)
  return { finished: true }
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
