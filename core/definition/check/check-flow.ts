import { type ControlFlow, flowOf } from '../control-flow.ts'
import type { Step } from '../definition.ts'
import type { Place } from '../read/place.ts'

/** Reports problems of the edges of a list of steps. */
export function reportFlow({ order, problems }: ControlFlow, place: Place): void {
  for (const { code, message, severity, step } of problems) {
    const at = step === undefined ? place : place.child(order.get(step) as number).inStep(step)
    if (severity === 'error') at.error(code, message)
    else at.warning(code, message)
  }
}

/** Reports these problems for the body of a loop, and for the loops in it. */
export function checkLoopFlow(step: Step, place: Place): void {
  if (step.type !== 'LOOP') return
  const body = place.child('loop_body')
  reportFlow(flowOf(step.loop_body), body)
  for (const [index, inner] of step.loop_body.entries()) checkLoopFlow(inner, body.child(index))
}
