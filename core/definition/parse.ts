import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { isRuvonModelKey, workflowKeys } from './catalogue/workflow-keys.ts'
import { checkExpressions } from './check/check-expressions.ts'
import { type ControlFlow, flowOf } from './control-flow.ts'
import type { Definition, Layout, Step, StepGroup } from './definition.ts'
import { workflowName } from './names.ts'
import type { Problem } from './problem.ts'
import { checkReferences } from './read/check-references.ts'
import { Place, type Reading } from './read/place.ts'
import { readKeys } from './read/read-keys.ts'
import { readLayout } from './read/read-layout.ts'
import { readSteps } from './read/read-step.ts'
import { readPlainValue } from './read/read-value.ts'
import { readYaml } from './text/read-yaml.ts'
import { type SourceIndex, sourceIndex } from './text/source-index.ts'

export type { SourceIndex } from './text/source-index.ts'

export interface ParseResult {
  /** Null only when the structure of the text is not certain; otherwise every step that can be read is there. */
  readonly definition: Definition | null
  readonly layout: Layout
  readonly groups: readonly StepGroup[]
  /** In text order. A text with a problem of severity `error` is not published. */
  readonly problems: readonly Problem[]
  readonly source: SourceIndex
}

/**
 * Reads the text of a workflow (design 3). Total: whatever the text is, there
 * is an answer, and what is wrong with it is a located problem. Nothing in the
 * text is executed, and the text is not changed: comments, order and keys that
 * are not understood are its own business.
 */
export function parse(text: string): ParseResult {
  const { value, node, problems: yaml } = readYaml(text)
  const reading: Reading = { text, problems: [...yaml], stepRanges: new Map() }
  const root = new Place(reading, [], node)
  const isReadable = isJsonObject(value)
  if (!isReadable && yaml.length === 0) {
    root.error('WORKFLOW_MISSING', 'There is no workflow here yet. Begin with workflow_type: and a name.')
  }
  const definition = isReadable ? readDefinition(value, root) : null
  return {
    definition,
    ...readLayout(isReadable ? value.layout : undefined, root.child('layout')),
    problems: withSteps(reading.problems, definition).toSorted((a, b) => a.range.start - b.range.start),
    source: sourceIndex(node, reading.stepRanges),
  }
}

/** What was found before the steps had names gets theirs. */
function withSteps(problems: readonly Problem[], definition: Definition | null): readonly Problem[] {
  return problems.map((problem) => {
    const step = problem.step ?? stepAt(definition?.steps, problem.path)
    return step === undefined ? problem : { ...problem, step }
  })
}

function stepAt(steps: readonly Step[] | undefined, [list, index, ...rest]: Problem['path']): string | undefined {
  const isList = list === 'steps' || list === 'loop_body'
  const step = isList && typeof index === 'number' ? steps?.[index] : undefined
  return step?.type === 'LOOP' ? (stepAt(step.loop_body, rest) ?? step.name) : step?.name
}

function readDefinition(value: JsonObject, root: Place): Definition {
  const fields = readKeys(value, root, {
    specs: workflowKeys,
    read: readPlainValue,
    isKept: (key) => key === 'steps' || key === 'layout' || isRuvonModelKey(key),
    what: 'A workflow',
  })
  checkName(fields.workflow_type, root.child('workflow_type'))
  const at = root.child('steps')
  const steps = value.steps === undefined || value.steps === null ? [] : readSteps(value.steps, at)
  checkCount(value.steps, steps, at)
  checkReferences(steps, value.steps ?? null, at)
  const definition: Definition = {
    workflow_type: '',
    saga_enabled: false,
    fail_fast: true,
    timeout_includes_waits: false,
    ...(fields as Partial<Definition>),
    steps,
  }
  checkExpressions(definition, checkFlow(steps, at), at)
  return definition
}

function checkName(name: Json | undefined, place: Place): void {
  if (typeof name !== 'string' || name.trim() === '' || workflowName.test(name)) return
  const message = 'A workflow has a name of up to 128 letters, digits and _ . / -, beginning with a letter.'
  place.error('NAME_INVALID', message)
}

function checkCount(written: Json | undefined, steps: readonly Step[], place: Place): void {
  const most = limits.definition.steps
  const isList = Array.isArray(written)
  if (steps.length === 0 && (isList || written === undefined || written === null)) {
    place.error('STEPS_MISSING', 'The workflow has no steps yet. Add the first one.', { atKey: true })
  }
  if ((isList && written.length > most) || place.reading.stepRanges.size > most) {
    place.error('TOO_MANY_STEPS', `A workflow may have ${most} steps. Move a part of it into a sub-workflow.`, {
      atKey: true,
    })
  }
}

/** What the edges of a list of steps do not allow, for the workflow and for each loop. */
function checkFlow(steps: readonly Step[], place: Place): ControlFlow {
  const flow = flowOf(steps)
  const { order, problems } = flow
  for (const { code, message, severity, step } of problems) {
    const at = step === undefined ? place : place.child(order.get(step) as number).inStep(step)
    if (severity === 'error') at.error(code, message)
    else at.warning(code, message)
  }
  for (const [index, step] of steps.entries()) {
    if (step.type === 'LOOP') checkFlow(step.loop_body, place.child(index).child('loop_body'))
  }
  return flow
}
