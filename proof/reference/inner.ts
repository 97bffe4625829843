import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunEvent } from '#core/run/event.ts'

/** The step around a step that is part of a loop: the one at the top. */
export type EnclosingLoop = (step: string) => string | undefined

export function enclosingLoop(executable: ExecutableDefinition): EnclosingLoop {
  return (step) => (executable.has(step) ? executable.around(step)[0]?.name : undefined)
}

/**
 * It happened to an item of a PARALLEL step, or in a loop. The reference does
 * not look in there: it is told what came of the step as a whole, and what was written meanwhile.
 */
export function isInner(event: RunEvent, around: EnclosingLoop): boolean {
  if ('item' in event && event.item !== undefined) return true
  return 'step' in event && event.step !== undefined && around(event.step) !== undefined
}
