import type { NodeOverlay } from '#components/canvas/overlay-store.ts'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { stepLooks } from '#components/runs/step-looks.ts'
import type { TrialMark } from '../../model/trial/trial-store.ts'

/** Colours on the map by the actor of a step: people, other workflows, time, decisions; all other steps are plain. */
const colours: Partial<Record<WorkflowFlowNode['data']['stepType'], string>> = {
  HUMAN: 'var(--color-human)',
  SUB_WORKFLOW: 'var(--color-child)',
  FIRE_AND_FORGET: 'var(--color-child)',
  LOOP: 'var(--color-child)',
  ASYNC: 'var(--color-async)',
  WAIT: 'var(--color-async)',
  SIGNAL: 'var(--color-async)',
  DECISION: 'var(--color-active)',
  UNKNOWN: 'var(--color-failed)',
}
const plain = 'var(--color-thread)'
const wrong = 'var(--color-failed)'
const doubtful = 'var(--color-human)'

/** The states of the steps, by name. */
export interface MapStates {
  readonly problems: Readonly<Record<string, Pick<NodeOverlay, 'problems'>>>
  /** How the steps did in the run whose values are shown; null while there is none. */
  readonly marks: Readonly<Record<string, TrialMark>> | null
}

/**
 * The colour of a node on the map: what is selected, then what is wrong, then how it did in the run that is shown. While none
 * is, its type, as on its card.
 */
export function mapColour({ id, data, selected }: WorkflowFlowNode, { problems, marks }: MapStates): string {
  // A frame shows what is in it.
  if (data.open) return 'var(--color-line)'
  if (selected) return 'var(--color-accent)'
  if (data.foreign) return plain
  const steps = data.folded?.steps ?? [id]
  const severities = steps.map((step) => own(problems, step)?.problems?.severity)
  if (severities.includes('error')) return wrong
  const ran = marks === null ? [] : steps.flatMap((step) => own(marks, step) ?? [])
  const fresh = ran.flatMap(({ displayStatus, stale }) =>
    stale || displayStatus === null ? [] : (stepLooks[displayStatus].tone ?? []),
  )
  if (fresh.includes('failed')) return wrong
  if (severities.includes('warning') || ran.some(({ displayStatus, stale }) => displayStatus !== null && stale))
    return doubtful
  if (marks === null) return data.folded === undefined ? (colours[data.stepType] ?? plain) : plain
  // A folded group shows unfinished work first, else completed work.
  const tone = fresh.find((one) => one !== 'done' && one !== 'idle') ?? fresh.find((one) => one === 'done')
  return tone === undefined ? plain : `var(--color-${tone})`
}

const own = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
