import type { GridRun } from '#components/api/models.ts'
import { formatDuration, formatEdges, formatInstant } from '#components/ui/text/format-time.ts'
import type { StepCell } from '#core/run/display-status.ts'
import { statusWord } from '#core/run/status-words.ts'
import { stepLooks } from '../step-looks.ts'
import { runsTexts } from '../texts/runs.ts'
import { versionWord } from '../version-words.ts'

type Column = Pick<GridRun, 'version' | 'status' | 'humanWait' | 'createdAt' | 'startedAt' | 'endedAt' | 'tooLong'>

/** The duration of a run, so far if it is still running. */
export function tookOf({ createdAt, startedAt, endedAt }: Column, nowMs: number): number {
  return Math.max(0, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt ?? createdAt))
}

/** The length of a run's bar as a share of the longest; short bars stay visible. */
export function barPart(tookMs: number, longestMs: number): number {
  return longestMs <= 0 ? 0.06 : Math.max(0.06, Math.min(1, tookMs / longestMs))
}

/** `run of 12 Mar 14:02:11`. */
export function runWord(run: Column, nowMs: number): string {
  return runsTexts.runOf(formatInstant(Date.parse(run.startedAt ?? run.createdAt), nowMs))
}

/** The full description in the head of a column. */
export function headWords(run: Column, nowMs: number): string {
  const took = formatDuration(tookOf(run, nowMs))
  const words = `${runWord(run, nowMs)}, ${versionWord(run)}: ${statusWord(run.status, run.humanWait)}, ${run.endedAt === null ? 'for' : 'took'} ${took}`
  return `${words[0]?.toUpperCase()}${words.slice(1)}${run.tooLong ? '. Its history is too long to be shown step by step here.' : ''}`
}

/** `Completed, 42 ms, 3 attempts`; null: the version of the run has no such step. */
export function cellWords(cell: StepCell | null, run: Column): string {
  if (cell === null) return runsTexts.notIn(versionWord(run))
  const { displayStatus, tookMs, attempts } = cell
  return [
    stepLooks[displayStatus].word,
    ...(tookMs === undefined ? [] : [formatDuration(tookMs)]),
    ...(attempts === undefined ? [] : [runsTexts.attempts(attempts)]),
  ].join(', ')
}

/**
 * The duration of the longest bar: the longest ended run, if any run has ended. A run that waits for days would make
 * the other bars too short.
 */
export function longestOf(runs: readonly Column[], nowMs: number): number {
  const ended = runs.filter(({ endedAt }) => endedAt !== null)
  return Math.max(0, ...(ended.length > 0 ? ended : runs).map((run) => tookOf(run, nowMs)))
}

/**
 * The labels below the bars of runs: the start time and the day, each where it differs from the run before; `always`:
 * the time in any case.
 */
export function startLabels(
  run: Column,
  before: Column | undefined,
  always = false,
): { readonly time: string; readonly day: string } {
  const [at, earlier] = [run, before].map((each) => each?.startedAt ?? each?.createdAt)
  const dayOf = (instant: string | undefined) => (instant === undefined ? '' : formatEdges(instant, instant, true)[0])
  const timeOf = (instant: string | undefined) => (instant === undefined ? '' : formatEdges(instant, instant, false)[0])
  const day = dayOf(at) === dayOf(earlier) ? '' : dayOf(at)
  return { time: !always && timeOf(at) === timeOf(earlier) && day === '' ? '' : timeOf(at), day }
}
