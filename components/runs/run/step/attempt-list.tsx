import { useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { formatClock, formatDuration } from '#components/ui/text/format-time.ts'
import { runStepTexts } from '../../texts/run-step.ts'
import type { AttemptFact } from './step-facts.ts'

const words: Record<AttemptFact['outcome'], { tone: Tone; word: string }> = {
  running: { tone: 'active', word: runStepTexts.running },
  completed: { tone: 'done', word: runStepTexts.completed },
  failed: { tone: 'failed', word: runStepTexts.failed },
  will_retry: { tone: 'failed', word: runStepTexts.failedRetried },
  skipped: { tone: 'idle', word: runStepTexts.skipped },
}

/** Number of attempts shown at once; a step of a loop may have ten thousand. */
const atOnce = 50

/** The latest attempts, in their order; earlier attempts are shown on request. */
export function AttemptList({ attempts }: { attempts: readonly AttemptFact[] }) {
  const [most, setMost] = useState(atOnce)
  if (attempts.length === 0) return <p className="text-muted">{runStepTexts.noAttemptsYet}</p>
  const earlier = Math.max(0, attempts.length - most)
  return (
    <ol className="grid gap-3">
      {earlier > 0 && (
        <li>
          <Button look="ghost" size="small" onClick={() => setMost(most + atOnce)}>
            {runStepTexts.showOfEarlier(Math.min(earlier, atOnce), formatNumber(earlier))}
          </Button>
        </li>
      )}
      {attempts.slice(earlier).map((attempt) => (
        <li
          key={`${attempt.isUndo} ${attempt.iteration} ${attempt.attempt} ${attempt.startedAt}`}
          className="grid gap-1.5"
        >
          <div className="flex flex-wrap items-center gap-2">
            <b className="font-semibold">{nameOf(attempt)}</b>
            <Chip tone={words[attempt.outcome].tone} icon>
              {words[attempt.outcome].word}
            </Chip>
            <span className="ml-auto font-mono text-code text-faint">
              {formatClock(attempt.startedAt)}
              {attempt.endedAt !== null && ` · ${formatDuration(attempt.endedAt - attempt.startedAt)}`}
            </span>
          </div>
          {attempt.error && (
            <CodeBlock
              label="Error"
              wrap
              text={attempt.error.stack ?? `${attempt.error.code}: ${attempt.error.message}`}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

function nameOf({ isUndo, iteration, attempt }: AttemptFact): string {
  const name = iteration > 1 ? runStepTexts.visitAttempt(iteration, attempt) : runStepTexts.attempt(attempt)
  return isUndo ? `${name} (undo)` : name
}
