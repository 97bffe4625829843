import { type ControlFlow, flowOf } from '../control-flow.ts'
import type { Step } from '../definition.ts'
import type { SourceLocation } from '../read/source-location.ts'

/** Reports problems of the edges of a list of steps. */
export function reportFlow({ order, problems }: ControlFlow, location: SourceLocation): void {
  for (const { code, message, severity, step } of problems) {
    const at = step === undefined ? location : location.child(order.get(step) as number).inStep(step)
    if (severity === 'error') at.error(code, message)
    else at.warning(code, message)
  }
}

/** Reports these problems for the body of a loop, and for the loops in it. */
export function checkLoopFlow(step: Step, location: SourceLocation): void {
  if (step.type !== 'LOOP') return
  const body = location.child('loop_body')
  reportFlow(flowOf(step.loop_body), body)
  for (const [index, inner] of step.loop_body.entries()) checkLoopFlow(inner, body.child(index))
}
