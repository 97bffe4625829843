import { stepExpressions } from '#core/definition/check/step-expressions.ts'
import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { templateExpressions } from '#core/expression/template/template.ts'
import { type RunState, stepState } from '../state.ts'

/** The fields of the state that a function needs, as far as its source shows. */
export type NeedsOf = (functionName: string) => readonly string[]

/**
 * Values that a step reads and the run does not have by then: `state.total`, `steps.Quote`. For a step that begins now
 * (`isNext`) the whole state is known; for a later one only that skipped steps give nothing.
 */
export function missingValues(
  executable: ExecutableDefinition,
  state: RunState,
  step: Step,
  { isNext, needsOf }: { readonly isNext: boolean; readonly needsOf: NeedsOf },
): readonly string[] {
  const isMissing = ({ from, name }: Read) => {
    if (from === 'state') return isNext && !Object.hasOwn(state.data, name)
    if (!executable.has(name) || Object.hasOwn(state.outputs, name)) return false
    return isNext || stepState(state, name)?.status === 'skipped'
  }
  const reads = [...sourcesOf(step).flatMap(readsOf), ...needsOfStep(step, needsOf)]
  return [...new Set(reads.filter(isMissing).map(({ from, name }) => `${from}.${name}`))]
}

interface Read {
  readonly from: string
  readonly name: string
}

interface Source {
  readonly text: string
  /** Whether the text is JavaScript, where a missing value is `undefined`; an expression fails. */
  readonly isCode: boolean
}

function sourcesOf(step: Step): readonly Source[] {
  const texts = stepExpressions(step).flatMap((one) =>
    one.kind === 'expression' ? [one.source] : templateExpressions(one.value).map(({ source }) => source),
  )
  const expressions = texts.map((text): Source => ({ text, isCode: false }))
  if (step.type !== 'SCRIPT') return expressions
  return [...expressions, { text: step.code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''), isCode: true }]
}

const read = /(?<![\w.$"'])(state|steps)(?:\.([A-Za-z_$][\w$]*)|\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])/g
/** Code after a read that handles a missing value, or writes the value. */
const copes = /^\s*(?:\?\.|\?\?|\|\||&&|\?|[!=]==?|=|\))/

function readsOf({ text, isCode }: Source): readonly Read[] {
  const found = [...text.matchAll(read)].map((match) => ({
    from: match[1] as string,
    name: (match[2] ?? match[3] ?? match[4]) as string,
    copes: isCode
      ? copes.test(text.slice(match.index + match[0].length))
      : /has\(\s*$/.test(text.slice(0, match.index)),
  }))
  const asked = new Set(found.flatMap((one) => (one.copes ? [`${one.from}.${one.name}`] : [])))
  return found.filter(({ from, name }) => !asked.has(`${from}.${name}`))
}

/** The needs of a function that has no arguments of its own and is called with the state. */
function needsOfStep(step: Step, needsOf: NeedsOf): readonly Read[] {
  if (step.with !== undefined || !('function' in step) || step.function === undefined) return []
  return needsOf(step.function).map((name) => ({ from: 'state', name }))
}
