import type { NodeOverlay } from '#components/canvas/overlay-store.ts'
import type { StepType } from '#core/definition/definition.ts'
import { welcomeTexts } from '../texts/welcome.ts'

/** The drawn run of the first page, as data: a loan that is checked, approved by a person, and paid out. */
export interface ShowcaseStep {
  readonly id: string
  readonly type: StepType
  readonly name: string
  readonly summary: string
  /** Its bar in the timeline, in percent of the axis; null for the step that the run does not reach. */
  readonly bar: { readonly from: number; readonly to: number } | null
}

export const showcaseSteps = [
  {
    id: 'check',
    type: 'STANDARD',
    name: welcomeTexts.checkRequest,
    summary: welcomeTexts.scoresTheLoan,
    bar: { from: 0, to: 9 },
  },
  {
    id: 'approval',
    type: 'HUMAN',
    name: welcomeTexts.approveLoan,
    summary: welcomeTexts.asksCredit,
    bar: { from: 11, to: 69 },
  },
  {
    id: 'decision',
    type: 'DECISION',
    name: welcomeTexts.isApproved,
    summary: welcomeTexts.twoRoutes,
    bar: { from: 70, to: 74 },
  },
  { id: 'pay', type: 'HTTP', name: welcomeTexts.payOut, summary: welcomeTexts.callsTheBank, bar: { from: 74, to: 87 } },
  { id: 'decline', type: 'STANDARD', name: welcomeTexts.decline, summary: welcomeTexts.writesALetter, bar: null },
] as const satisfies readonly ShowcaseStep[]

export type ShowcaseStepId = (typeof showcaseSteps)[number]['id']

export interface ShowcasePhase {
  readonly ms: number
  /** What the run is doing, in words. */
  readonly sentence: string
  readonly tone: 'active' | 'human' | 'done'
  /** The time since the start, as a run would show it. */
  readonly clock: string
  /** The end of the timeline at the end of the phase, in percent of the axis. */
  readonly now: number
  /** Steps that are done, and the one that is open. */
  readonly done: readonly ShowcaseStepId[]
  readonly open: ShowcaseStepId | null
}

/** The place of the restart in the timeline, in percent of the axis. */
export const restartAt = 43

export const showcasePhases: readonly ShowcasePhase[] = [
  { ms: 1_300, sentence: welcomeTexts.checking, tone: 'active', clock: '0 s', now: 9, done: [], open: 'check' },
  { ms: 500, sentence: welcomeTexts.checking, tone: 'active', clock: '1 s', now: 11, done: ['check'], open: null },
  {
    ms: 3_000,
    sentence: welcomeTexts.waitingForAna,
    tone: 'human',
    clock: '3 h',
    now: restartAt,
    done: ['check'],
    open: 'approval',
  },
  {
    ms: 2_200,
    sentence: welcomeTexts.restarted,
    tone: 'human',
    clock: '1 d',
    now: 54,
    done: ['check'],
    open: 'approval',
  },
  {
    ms: 1_800,
    sentence: welcomeTexts.waitingForAna,
    tone: 'human',
    clock: '2 d',
    now: 69,
    done: ['check'],
    open: 'approval',
  },
  {
    ms: 900,
    sentence: welcomeTexts.approvedByAna,
    tone: 'active',
    clock: '2 d 4 h',
    now: 74,
    done: ['check', 'approval'],
    open: 'decision',
  },
  {
    ms: 1_300,
    sentence: welcomeTexts.payingOut,
    tone: 'active',
    clock: '2 d 4 h',
    now: 87,
    done: ['check', 'approval', 'decision'],
    open: 'pay',
  },
  {
    ms: 3_600,
    sentence: welcomeTexts.completed,
    tone: 'done',
    clock: '2 d 4 h',
    now: 87,
    done: ['check', 'approval', 'decision', 'pay'],
    open: null,
  },
]

/** The phase that is shown without motion: the run waits for a person, after a restart. */
export const stillPhase = 4

/** The look of a step in a phase, as the run page shows it. */
export function stepOverlay(id: ShowcaseStepId, phase: ShowcasePhase): NodeOverlay {
  if (phase.done.includes(id)) return { tone: 'done' }
  if (phase.open !== id) return { dim: true }
  return id === 'approval' ? { tone: 'human', note: welcomeTexts.waitsForAna } : { tone: 'active' }
}

/** The visible part of a bar at an instant of the axis, in percent. */
export function barAt(bar: { readonly from: number; readonly to: number }, now: number) {
  return { from: bar.from, width: Math.max(0, Math.min(bar.to, now) - bar.from) }
}

export interface ShowcaseEdge {
  readonly id: string
  readonly from: ShowcaseStepId | 'start'
  readonly to: ShowcaseStepId | 'end'
  readonly label?: string
}

export const showcaseEdges: readonly ShowcaseEdge[] = [
  { id: 'begin', from: 'start', to: 'check' },
  { id: 'ask', from: 'check', to: 'approval' },
  { id: 'answer', from: 'approval', to: 'decision' },
  { id: 'yes', from: 'decision', to: 'pay', label: welcomeTexts.approved },
  { id: 'no', from: 'decision', to: 'decline', label: welcomeTexts.otherwise },
  { id: 'paid', from: 'pay', to: 'end' },
  { id: 'declined', from: 'decline', to: 'end' },
]

/** `live`: the run took the edge; `moving`: it takes it in this phase. */
export function edgeState({ from, to }: ShowcaseEdge, phase: ShowcasePhase): 'idle' | 'live' | 'moving' {
  const isLeft = from === 'start' || phase.done.includes(from)
  if (!isLeft) return 'idle'
  if (to === 'end') return 'moving'
  if (phase.open === to) return 'moving'
  return phase.done.includes(to) ? 'live' : 'idle'
}
