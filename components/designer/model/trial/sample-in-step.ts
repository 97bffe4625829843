import { type Definition, rulesOf, type Step } from '#core/definition/definition.ts'
import { evaluate, type Scope } from '#core/expression/evaluate/evaluate.ts'
import { parseExpression } from '#core/expression/parse/parse-expression.ts'
import type { Sample } from './sample.ts'

/** The sample as a step's expressions read it: in a step that goes over a list, its first element is at hand. */
export function sampleInStep(sample: Sample, definition: Definition, name: string): Sample {
  const path = pathTo(definition.steps, name)
  const scope = path.reduce((outer, step) => withFirstItem(outer, step, step.name === name), sample.scope)
  return scope === sample.scope ? sample : { ...sample, scope }
}

/** The step with the loops around it, outermost first. */
function pathTo(steps: readonly Step[], name: string): readonly Step[] {
  for (const step of steps) {
    if (step.name === name) return [step]
    const within = step.type === 'LOOP' ? step.loop_body : rulesOf(step).flatMap((rule) => rule.steps_to_insert)
    const inner = pathTo(within, name)
    if (inner.length > 0) return step.type === 'LOOP' ? [step, ...inner] : inner
  }
  return []
}

/** A LOOP has no item of its own: those of its body have. */
function withFirstItem(scope: Scope, step: Step, isItself: boolean): Scope {
  const goesOver = step.type === 'PARALLEL' || (step.type === 'LOOP' && !isItself)
  if (!goesOver || step.iterate_over === undefined) return scope
  const parsed = parseExpression(step.iterate_over)
  const list = parsed.ok ? evaluate(parsed.expression, scope) : parsed
  if (!list.ok || !('value' in list) || !Array.isArray(list.value) || list.value.length === 0) return scope
  const item = list.value[0]
  const own = step.item_var_name === undefined ? {} : { [step.item_var_name]: item }
  return { ...scope, item, index: 0, names: { ...scope.names, ...own } }
}
