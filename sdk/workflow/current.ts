import { ApplicationFailure } from './failures.ts'
import type { Instance } from './instance.ts'

/** The instance whose news is being delivered: one at a time in a realm. */
let current: Instance | null = null

/** Makes an instance the current one for a delivery, and null after it. Only hosts call it. */
export function enter(instance: Instance | null): void {
  current = instance
}

export function currentInstance(): Instance {
  if (current !== null) return current
  throw new ApplicationFailure('Call this within the body of a workflow, or a handler of its messages.', {
    type: 'NOT_IN_WORKFLOW',
    retryable: false,
  })
}

export function findInstance(): Instance | null {
  return current
}
