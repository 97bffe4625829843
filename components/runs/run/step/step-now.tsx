'use client'

import type { ReactNode } from 'react'
import { useNames } from '#components/people/use-names.ts'
import { runPath, runsPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { formatClock } from '#components/ui/text/format-time.ts'
import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { type Names, peopleAsked } from '#core/run/sentence/waiting.ts'
import type { WaitingForPerson } from '#core/run/step-state.ts'
import type { RunError } from '#core/run/words.ts'
import { shortId } from '../../short-id.ts'
import { runStepTexts } from '../../texts/run-step.ts'
import { Fact, Facts } from '../facts.tsx'
import type { Moment } from '../instant/moment.ts'
import { stackFrames } from '../stack-frames.ts'
import { EndedItems, ItemsPart, ProgressPart } from './items-part.tsx'
import type { AttemptFact, StepFacts } from './step-facts.ts'
import { TaskPart } from './task-part.tsx'
import { WorkerPart } from './worker-part.tsx'

export interface StepNowProps {
  name: string
  /** Names of the items, where there are names. */
  tasks: readonly string[]
  moment: Moment
  facts: StepFacts
  onDecide(taskId: string): void
  onSignal: (() => void) | undefined
  acts: ReactNode
}

/** The status of a step at the shown instant, and the actions on it. */
export function StepNow({ name, tasks, moment, facts, onDecide, onSignal, acts }: StepNowProps) {
  const { state, isLive } = moment
  const step = Object.hasOwn(state.steps, name) ? state.steps[name] : undefined
  const last = facts.attempts.findLast(({ isUndo }) => !isUndo)
  const undo = facts.attempts.findLast(({ isUndo }) => isUndo)
  const { decision } = facts
  const names = useNames()
  return (
    <div className="grid gap-4">
      {!step && <p className="text-muted">{runStepTexts.runHasNotReachedThis}</p>}
      <Facts>
        <Fact name={runStepTexts.started}>{last && <Instant at={last.startedAt} />}</Fact>
        <Fact name={isLive && last?.endedAt === null ? runStepTexts.soFar : runStepTexts.took}>
          {last && <Elapsed from={last.startedAt} to={last.endedAt ?? (isLive ? null : state.at)} />}
        </Fact>
        <Fact name={runStepTexts.undone}>
          {undo &&
            (undo.outcome === 'completed' ? <Instant at={undo.endedAt ?? undo.startedAt} /> : undoWords[undo.outcome])}
        </Fact>
        <Fact name={runStepTexts.due}>{step?.status === 'waiting_time' && <Instant at={step.dueAt} />}</Fact>
        <Fact name={runStepTexts.nextAttempt}>{step?.status === 'backing_off' && <Instant at={step.retryAt} />}</Fact>
        <Fact name={runStepTexts.whoCanDecide}>{step?.status === 'waiting_person' && whoMay(step, names)}</Fact>
        <Fact name={runStepTexts.approvedBy}>{step?.status === 'waiting_person' && approvedBy(step)}</Fact>
        <Fact name={runStepTexts.signal}>{step?.status === 'waiting_signal' && <Mono>{step.signal}</Mono>}</Fact>
        <Fact name={runStepTexts.workerQueue}>{step?.status === 'running' && step.queue}</Fact>
        <Fact name={runStepTexts.answeredWith}>{facts.http && runStepTexts.http(facts.http.status)}</Fact>
        <Fact name={runStepTexts.decidedBy}>{decision && `${decision.by}, ${formatClock(decision.at)}`}</Fact>
        <Fact name={runStepTexts.reason}>{decision?.reason}</Fact>
        <Fact name={runStepTexts.childRun}>
          {facts.childRunIds.length > 0 && <ChildLinks runId={state.header.run_id} runIds={facts.childRunIds} />}
        </Fact>
        <Fact name={runStepTexts.idempotencyKey}>{facts.key && <Mono>{facts.key}</Mono>}</Fact>
      </Facts>
      {step?.status === 'running' && step.queue && <WorkerPart moment={moment} step={name} />}
      {step && <ProgressPart step={step} />}
      {step && <EndedItems step={step} name={name} events={moment.events} />}
      {onSignal && isLive && step?.status === 'waiting_signal' && (
        <Button look="primary" className="justify-self-start" onClick={onSignal}>
          {runStepTexts.sendSignal}
        </Button>
      )}
      {isLive && step?.status === 'waiting_person' && (
        <Button look="primary" className="justify-self-start" onClick={() => onDecide(step.task.task_id)}>
          {runStepTexts.decideNow}
        </Button>
      )}
      {step?.status !== 'completed' && facts.error && <ErrorPart error={facts.error} />}
      {step && <ItemsPart step={step} tasks={tasks} onDecide={onDecide} />}
      {decision && (
        <section className="grid gap-1.5">
          <h3 className="text-label text-muted">{runStepTexts.decision}</h3>
          <JsonView label={runStepTexts.decision} value={decision.input} />
        </section>
      )}
      {(decision || step?.status === 'waiting_person') && (
        <TaskPart runId={state.header.run_id} step={name} until={isLive ? null : state.at} />
      )}
      {acts}
    </div>
  )
}

const undoWords = {
  running: 'running',
  will_retry: runStepTexts.failedRetrying,
  failed: 'failed',
  skipped: runStepTexts.notDone,
} as const satisfies Record<Exclude<AttemptFact['outcome'], 'completed'>, string>

function Mono({ children }: { children: string }) {
  return <span className="font-mono text-code">{children}</span>
}

function whoMay(step: WaitingForPerson, names: Names): string {
  const { asked, late } = peopleAsked(step, names)
  if (asked.length === 0) return 'anybody'
  return [...asked, ...(late === undefined ? [] : [`${late} (escalated)`])].join(', ')
}

function approvedBy({ task: { approvals_required: required }, approvals = [] }: WaitingForPerson): string | undefined {
  if (required === undefined) return undefined
  const names = approvals.map(({ actor }) => actor.name ?? actor.id).join(', ')
  return runStepTexts.of(approvals.length, required, names === '' ? '' : `: ${names}`)
}

const mostChildLinks = 20

/** The latest runs that the step started, and the link to all runs that the run started. */
function ChildLinks({ runId, runIds }: { runId: string; runIds: readonly string[] }) {
  const look = 'mr-2 text-accent hover:underline'
  return (
    <>
      {runIds.slice(-mostChildLinks).map((child) => (
        <PageLink key={child} href={runPath(child)} className={classNames(look, 'font-mono text-code')}>
          {shortId(child)}
        </PageLink>
      ))}
      {runIds.length > mostChildLinks && (
        <PageLink href={runsPath({ parent: runId })} className={look}>
          {runStepTexts.latestOfShowAll(formatNumber(runIds.length))}
        </PageLink>
      )}
    </>
  )
}

function ErrorPart({ error }: { error: RunError }) {
  const frames = stackFrames(error.stack)
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">{runStepTexts.error}</h3>
      <p className="tone-failed rounded-m bg-tone-soft px-2.5 py-2 wrap-anywhere text-tone">
        <b className="font-mono text-code">{error.code}</b> {isolateText(error.message)}
      </p>
      {frames !== null && <CodeBlock label={runStepTexts.stack} text={frames} wrap />}
    </section>
  )
}
