import { checkExpression, type ExpressionProblem } from '../../expression/check/check-expression.ts'
import { checkTemplate } from '../../expression/check/check-template.ts'
import { anyType, type ScopeTypes } from '../../expression/check/types.ts'
import type { TextRange } from '../../text-range.ts'
import type { ControlFlow } from '../control-flow.ts'
import { type Definition, rulesOf, type Step } from '../definition.ts'
import type { Place } from '../read/place.ts'
import { checkSecretPlace } from './check-secret-place.ts'
import { scopeTypes } from './scope-types.ts'
import { stepExpressions } from './step-expressions.ts'
import { writtenPlaces } from './written-places.ts'

/** Checks every expression of a definition against the static types of its names. */
export function checkExpressions(definition: Definition, flow: ControlFlow, steps: Place): void {
  checkList(definition.steps, steps, scopeTypes(definition, flow))
}

function checkList(steps: readonly Step[], place: Place, scopes: ReadonlyMap<string, ScopeTypes>): void {
  for (const [index, step] of steps.entries()) checkStepExpressions(step, place.child(index), scopes)
}

/** Checks the expressions of one step and of the steps within it. */
export function checkStepExpressions(step: Step, place: Place, scopes: ReadonlyMap<string, ScopeTypes>): void {
  const at = place.inStep(step.name)
  checkStep(step, at, scopes.get(step.name) as ScopeTypes)
  if (step.type === 'LOOP') checkList(step.loop_body, at.child('loop_body'), scopes)
  for (const [place, rule] of rulesOf(step).entries()) {
    const path = ['dynamic_injection', 'rules', place, 'steps_to_insert'] as const
    checkList(
      rule.steps_to_insert,
      path.reduce<Place>((parent, key) => parent.child(key), at),
      scopes,
    )
  }
}

function checkStep(step: Step, place: Place, types: ScopeTypes): void {
  for (const one of stepExpressions(step)) {
    const at = one.path.reduce<Place>((parent, key) => parent.child(key), place)
    if (one.kind === 'expression') {
      for (const problem of checkExpression(one.source, types, one.expected)) report(problem, one.source, at)
      continue
    }
    const known = one.secrets ? { ...types, names: { ...types.names, secrets: anyType } } : types
    if (one.secrets) checkSecretPlace(one.value, at)
    for (const problem of checkTemplate(one.value, known, one.expected)) {
      const inner = problem.path.reduce<Place>((parent, key) => parent.child(key), at)
      report(problem, textAt(one.value, problem.path), inner)
    }
  }
}

function textAt(value: unknown, path: ExpressionPath): string {
  return path.reduce<unknown>((inner, key) => (inner as { [key: string | number]: unknown })[key], value) as string
}
type ExpressionPath = readonly (string | number)[]

function report({ code, message, severity, range, fix }: ExpressionProblem, source: string, place: Place): void {
  const placeOf = placesOf(source, place)
  if (placeOf === null) {
    place[severity](code, message)
    return
  }
  const move = (part: TextRange): TextRange => ({ start: placeOf(part.start), end: placeOf(part.end) })
  // A replacement within a quoted text could contain its closing quote.
  const isPlain = fix !== undefined && /^[\w.]+$/.test(fix.text)
  place[severity](code, message, {
    range: move(range),
    ...(isPlain ? { fix: { title: `Change to ${fix.text}`, range: move(fix.range), text: fix.text } } : {}),
  })
}

/** Source offset of each character of a text: in one piece, or through quotes, escapes and folds. */
function placesOf(source: string, place: Place): ((at: number) => number) | null {
  const { start, end } = place.range()
  const written = place.reading.text.slice(start, end)
  const offset = written.indexOf(source)
  if (offset !== -1) return (at) => start + offset + at
  const places = writtenPlaces(written, source)
  return places && ((at) => start + (places[at] as number))
}
