import { useMemo } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { StepState } from '#core/run/step-state.ts'
import { RunLink } from '../../run-link.tsx'
import { runStepTexts } from '../../texts/run-step.ts'
import { endedItems, type ItemFact, itemFacts, stepProgress } from './step-progress.ts'

const mostItems = 30

const words: Record<ItemFact['now'], { tone: Tone; word: string }> = {
  running: { tone: 'active', word: runStepTexts.running },
  retrying: { tone: 'async', word: runStepTexts.tryingAgain },
  child: { tone: 'child', word: runStepTexts.subWorkflow },
  person: { tone: 'human', word: runStepTexts.waitsForPerson },
  failed: { tone: 'failed', word: runStepTexts.failed },
  abandoned: { tone: 'idle', word: runStepTexts.abandoned },
}

/** The progress of a step, as a bar and in words. */
export function ProgressPart({ step }: { step: StepState }) {
  const progress = stepProgress(step)
  if (!progress) return null
  const { fraction, words: said } = progress
  const percent = fraction === null ? null : Math.round(fraction * 100)
  const isFailed = step.status === 'failed'
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">{runStepTexts.progress}</h3>
      {percent !== null && (
        <div
          role="progressbar"
          aria-label={runStepTexts.progress}
          aria-valuenow={percent}
          aria-valuetext={said}
          className={`h-1.5 overflow-hidden rounded-full bg-sunken ${isFailed ? 'tone-failed' : 'tone-active'}`}
        >
          <div className="h-full bg-tone motion-safe:transition-[width]" style={{ width: `${percent}%` }} />
        </div>
      )}
      <p>{said}</p>
    </section>
  )
}

export interface EndedItemsProps {
  step: StepState
  name: string
  /** The history until the shown instant. */
  events: readonly RunEvent[]
}

/**
 * The number of items of a completed PARALLEL step, and its failed items. They are read from the history, because the
 * state of the step no longer has them.
 */
export function EndedItems({ step, name, events }: EndedItemsProps) {
  const ended = useMemo(() => endedItems(events, name, step, mostItems), [events, name, step])
  if (ended === null) return null
  return (
    <>
      <section className="grid gap-1.5">
        <h3 className="text-label text-muted">{runStepTexts.items}</h3>
        <p>{ended.words}</p>
      </section>
      {ended.failed.length > 0 && (
        <section className="grid gap-1.5">
          <h3 className="text-label text-muted">{runStepTexts.failed}</h3>
          <ul className="grid gap-2">
            {ended.failed.map(({ index, name: item, error, childRunId }) => (
              <li key={index} className="grid gap-1">
                <div className="flex flex-wrap items-center gap-2">
                  <span className="min-w-0 truncate">{isolateText(item)}</span>
                  <Chip tone="failed" icon>
                    {runStepTexts.failed}
                  </Chip>
                  {childRunId && <RunLink runId={childRunId} />}
                </div>
                {error && <p className="text-small wrap-anywhere text-muted">{isolateText(error.message)}</p>}
              </li>
            ))}
          </ul>
          {ended.failed.length === mostItems && (
            <p className="text-small text-muted">{runStepTexts.showingFirst(mostItems)}</p>
          )}
        </section>
      )}
    </>
  )
}

export interface ItemsPartProps {
  step: StepState
  tasks: readonly string[]
  onDecide(taskId: string): void
}

/** The items of a PARALLEL step that need attention: failed or in flight. */
export function ItemsPart({ step, tasks, onDecide }: ItemsPartProps) {
  const items = itemFacts(step, tasks, mostItems)
  if (items.length === 0) return null
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">
        {step.status === 'failed' ? runStepTexts.failedAndAbandoned : runStepTexts.failedAndRunning}
      </h3>
      <ul className="grid gap-2">
        {items.map(({ item, name, now, error, childRunId, taskId }) => (
          <li key={item} className="grid gap-1">
            <div className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 truncate">{isolateText(name)}</span>
              <Chip tone={words[now].tone} icon>
                {words[now].word}
              </Chip>
              {childRunId && <RunLink runId={childRunId} />}
              {taskId && (
                <Button size="small" onClick={() => onDecide(taskId)}>
                  {runStepTexts.decide}
                </Button>
              )}
            </div>
            {error && <p className="text-small wrap-anywhere text-muted">{isolateText(error.message)}</p>}
          </li>
        ))}
      </ul>
      {items.length === mostItems && <p className="text-small text-muted">{runStepTexts.showingFirst(mostItems)}</p>}
    </section>
  )
}
