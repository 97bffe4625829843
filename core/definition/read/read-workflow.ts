import type { Json, JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { isRuvonModelKey, workflowKeys } from '../catalogue/workflow-keys.ts'
import { checkConcurrency } from '../check/check-concurrency.ts'
import { checkEnvelope } from '../check/check-envelope.ts'
import type { Definition, Step } from '../definition.ts'
import { workflowName } from '../names.ts'
import type { Problem } from '../problem.ts'
import { boundedProblems } from '../problems/bounded-problems.ts'
import { mildInDisabled } from '../problems/of-disabled-steps.ts'
import { readKeys } from './read-keys.ts'
import { readPlainValue } from './read-value.ts'
import { reportNotImported } from './report-not-imported.ts'
import type { SourceLocation } from './source-location.ts'

/** Reads the keys of a workflow other than `steps`. */
export function readWorkflow(value: JsonObject, root: SourceLocation): Omit<Definition, 'steps'> {
  const fields = readKeys(value, root, {
    specs: workflowKeys,
    read: readPlainValue,
    isKept: (key) => key === 'steps' || key === 'layout' || isRuvonModelKey(key),
    what: 'A workflow',
  })
  checkName(fields.workflow_type, root.child('workflow_type'))
  reportNotImported(fields.not_imported, root)
  checkEnvelope(fields as Partial<Definition>, root)
  checkConcurrency(fields as Partial<Definition>, root)
  return {
    workflow_type: '',
    saga_enabled: false,
    fail_fast: true,
    timeout_includes_waits: false,
    ...(fields as Partial<Definition>),
  }
}

function checkName(name: Json | undefined, location: SourceLocation): void {
  if (typeof name !== 'string' || name.trim() === '' || workflowName.test(name)) return
  const message =
    'A workflow name has up to 128 letters, digits and _ . / -, starting with a letter; no part of it is . or ..'
  location.error('NAME_INVALID', message)
}

export function checkCount(written: Json | undefined, steps: readonly Step[], location: SourceLocation): void {
  const most = limits.definition.steps
  const isList = Array.isArray(written)
  if (steps.length === 0 && (isList || written === undefined || written === null)) {
    location.error('STEPS_MISSING', 'The workflow has no steps yet. Add the first one.', { atKey: true })
  }
  if ((isList && written.length > most) || location.reading.stepRanges.size > most) {
    location.error(
      'TOO_MANY_STEPS',
      `A workflow can have up to ${most} steps. Move a part of it into a sub-workflow.`,
      {
        atKey: true,
      },
    )
  }
}

/**
 * Problems with the names of their steps, which were unknown when the problems were found; in the order of the text, up
 * to a bound.
 */
export function inTextOrder(problems: readonly Problem[], steps: readonly Step[] | undefined): readonly Problem[] {
  const ordered = problems
    .map((problem) => {
      const step = problem.step ?? stepAt(steps, problem.path)
      return step === undefined ? problem : { ...problem, step }
    })
    .toSorted((a, b) => a.range.start - b.range.start)
  return boundedProblems(mildInDisabled(ordered, steps))
}

function stepAt(steps: readonly Step[] | undefined, [list, index, ...rest]: Problem['path']): string | undefined {
  const isList = list === 'steps' || list === 'loop_body'
  const step = isList && typeof index === 'number' ? steps?.[index] : undefined
  return step?.type === 'LOOP' ? (stepAt(step.loop_body, rest) ?? step.name) : step?.name
}
