import { checkExpression } from '../../expression/check/check-expression.ts'
import { checkTemplate } from '../../expression/check/check-template.ts'
import { anyType, type ScopeTypes } from '../../expression/check/types.ts'
import { secretName } from '../../expression/template/fill-template.ts'
import { templateParts } from '../../expression/template/template-parts.ts'
import { type Json, objectOf } from '../../json.ts'
import type { ControlFlow } from '../control-flow.ts'
import type { Definition, Step } from '../definition.ts'
import { innerLists, pathInList } from '../inner-lists.ts'
import type { SourceLocation } from '../read/source-location.ts'
import { isBehindOrigin } from '../url-text.ts'
import { reportExpression } from './report-expression.ts'
import { scopeTypes } from './scope-types.ts'
import { stepExpressions } from './step-expressions.ts'

/** Checks every expression of a definition against the static types of its names. */
export function checkExpressions(definition: Definition, flow: ControlFlow, steps: SourceLocation): void {
  checkList(definition.steps, steps, scopeTypes(definition, flow))
}

function checkList(steps: readonly Step[], location: SourceLocation, scopes: ReadonlyMap<string, ScopeTypes>): void {
  for (const [index, step] of steps.entries()) checkStepExpressions(step, location.child(index), scopes)
}

/** Checks the expressions of one step and of the steps within it. */
export function checkStepExpressions(
  step: Step,
  location: SourceLocation,
  scopes: ReadonlyMap<string, ScopeTypes>,
): void {
  const at = location.inStep(step.name)
  checkStep(step, at, scopes.get(step.name) as ScopeTypes)
  for (const list of innerLists(step)) {
    for (const [index, inner] of list.steps.entries()) {
      const place = pathInList(list, index).reduce<SourceLocation>((parent, key) => parent.child(key), at)
      checkStepExpressions(inner, place, scopes)
    }
  }
}

function checkStep(step: Step, location: SourceLocation, types: ScopeTypes): void {
  for (const one of stepExpressions(step)) {
    const at = one.path.reduce<SourceLocation>((parent, key) => parent.child(key), location)
    if (one.kind === 'expression') {
      for (const problem of checkExpression(one.source, types, one.expected)) reportExpression(problem, one.source, at)
      continue
    }
    const known = one.secrets ? { ...types, names: { ...types.names, secrets: anyType } } : types
    if (one.secrets) checkSecretPlace(one.value, at)
    for (const problem of checkTemplate(one.value, known, one.expected)) {
      const inner = problem.path.reduce<SourceLocation>((parent, key) => parent.child(key), at)
      reportExpression(problem, textAt(one.value, problem.path), inner)
    }
  }
}

function textAt(value: unknown, path: ExpressionPath): string {
  return path.reduce<unknown>((inner, key) => (inner as { [key: string | number]: unknown })[key], value) as string
}
type ExpressionPath = readonly (string | number)[]

/** Reports secrets before the path of an address: there a secret would choose the host that receives it. */
function checkSecretPlace(config: Json, location: SourceLocation): void {
  const { url } = objectOf(config)
  if (typeof url !== 'string') return
  let before = ''
  for (const part of templateParts(url)) {
    if (part.kind === 'text') {
      before += part.text
      continue
    }
    // The value of another expression is known only at run time.
    if (part.kind === 'unclosed' || secretName(part.source) === null || isBehindOrigin(before)) return
    location
      .child('url')
      .error(
        'SECRET_IN_ORIGIN',
        'A secret can only be used after the host of a URL: write scheme, host and port as text.',
      )
    return
  }
}
