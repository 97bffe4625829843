import { formatClock } from '#components/ui/text/format-time.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { runStepTexts } from '../../texts/run-step.ts'
import type { LogFact } from './step-facts.ts'

/** The logs and progress of a step. */
export function StepLogs({ logs }: { logs: readonly LogFact[] }) {
  if (logs.length === 0) return <p className="text-muted">{runStepTexts.noLogs}</p>
  return (
    <ol className="grid gap-2 font-mono text-code">
      {logs.slice(-mostLogs).map(({ seq, at, iteration, attempt, fraction, text }) => (
        <li key={seq} className="grid grid-cols-[auto_1fr] gap-x-2.5">
          <span
            className="text-faint"
            title={iteration > 1 ? runStepTexts.visitAttempt(iteration, attempt) : runStepTexts.attempt(attempt)}
          >
            {formatClock(at)}
          </span>
          <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
            {fraction !== null && <span className="text-muted">{Math.round(fraction * 100)} % </span>}
            {isolateText(text)}
          </span>
        </li>
      ))}
      {logs.length > mostLogs && (
        <li className="font-sans text-small text-muted">{runStepTexts.showingLastHistoryHasAll(mostLogs)}</li>
      )}
    </ol>
  )
}

const mostLogs = 200
