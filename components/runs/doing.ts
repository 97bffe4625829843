import type { RunSummary } from '#components/api/models.ts'
import { toneOfStatus } from '#components/ui/layout/tone.ts'
import { isolateSentence } from '#core/definition/escape-invisible.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { envelopeWord } from '#core/run/status-words.ts'
import { shortId } from './short-id.ts'
import { runsTexts } from './texts/runs.ts'

export interface Doing {
  readonly text: string
  readonly isError: boolean
}

/** The current activity of a run, from its row alone; the run's own page shows more. */
export function doing(run: Row): Doing {
  const { text, isError } = said(run)
  return { text: isolateSentence(text), isError }
}

type Row = Pick<
  RunSummary,
  'status' | 'phase' | 'lockNote' | 'held' | 'error' | 'humanWait' | 'currentSteps' | 'workflow' | 'startedAt'
>

const idsOfRuns = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const withShortIds = (note: string) => note.replace(idsOfRuns, shortId)

function said(run: Row): Doing {
  const tone = toneOfStatus(run.status)
  if ((tone === 'failed' || tone === 'undone') && run.error) {
    const { step, message } = run.error
    return { text: step ? `${readableName(step)}: ${message}` : message, isError: true }
  }
  if (tone === 'idle') return { text: run.error?.message ?? '', isError: false }
  if (tone === 'done') return { text: '', isError: false }
  const steps = run.currentSteps.map(readableName).join(', ')
  if (run.phase === 'ERROR' || run.phase === 'ROLLBACK') {
    return { text: steps ? runsTexts.rollingBackWaitingForTo(steps) : runsTexts.rollingBack, isError: false }
  }
  if (run.held) return { text: steps ? runsTexts.pausedAt(steps) : runsTexts.paused, isError: false }
  const waits = run.humanWait
  if (tone === 'human' && waits?.oldest) {
    const where = waits.oldest.workflow === run.workflow ? '' : runsTexts.in(waits.oldest.workflow)
    const more = waits.count > 1 ? runsTexts.andMore(waits.count - 1) : ''
    return { text: `${readableName(waits.oldest.step)}${where}${more}`, isError: false }
  }
  if (steps === '' && tone === 'active') {
    // A run in manual mode stays in this state; any other run passes it in a moment.
    // The status of a run that waits in its envelope says so.
    if (envelopeWord(run.status, run.phase) !== null) return { text: withShortIds(run.lockNote ?? ''), isError: false }
    const text = run.startedAt === null ? runsTexts.waitingForEngine : runsTexts.readyForNextStep
    return { text, isError: false }
  }
  return { text: steps, isError: false }
}
