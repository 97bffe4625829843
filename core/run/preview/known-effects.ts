import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { evaluate } from '#core/expression/evaluate/evaluate.ts'
import { fillTemplate } from '#core/expression/template/fill-template.ts'
import { renderTemplate } from '#core/expression/template/template.ts'
import { stepsRead } from '../plan/steps-read.ts'
import type { RunState } from '../state.ts'
import { type ExternalEffect, externalEffects } from './external-effect.ts'

/**
 * Names whose values are certain only when the step runs. A match inside a quoted text counts too, which does no harm.
 */
const mayChange = /\b(state|steps|run|secrets|item|index)\b/

/**
 * The external effects of a step, with the values known before it runs: for a step that runs at once (`isNext`) all
 * values of the run, for a later one its input.
 */
export function knownEffects(
  executable: ExecutableDefinition,
  state: RunState,
  step: Step,
  isNext: boolean,
): readonly ExternalEffect[] {
  const { header, data } = state
  const scope = { input: header.input, state: data, steps: stepsRead(executable, state), run: {} }
  const isKnown = (source: string) => {
    const parsed = executable.expression(source)
    return parsed.ok && (isNext || !mayChange.test(source)) && evaluate(parsed.expression, scope).ok
  }
  return externalEffects(step).map((effect): ExternalEffect => {
    const { what: template } = effect
    if (!template.includes('{{')) return effect
    const left: string[] = []
    const leave = (source: string) => !isKnown(source) && left.push(source) > 0
    // With text before it, a template with a single expression gives a text as well.
    const rendering = renderTemplate(` ${template}`, scope, executable.expression, { leave })
    if (!rendering.ok) return { ...effect, open: true }
    const what = String(fillTemplate(rendering.value, (source) => `{{${source}}}`)).slice(1)
    return { ...effect, ...(what !== template && { what, template }), ...(left.length > 0 && { open: true }) }
  })
}
