'use client'

import { RotateCcw, X } from 'lucide-react'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { useOfferActions } from '#components/shell/action-store.ts'
import { runPath } from '#components/shell/paths.ts'
import { Button, IconButton } from '#components/ui/button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { formatClock } from '#components/ui/format-time.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { Elapsed, Instant } from '#components/ui/time.tsx'
import type { Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { HumanTaskSpec, RunError } from '#core/run/event.ts'
import { AttemptList } from './attempt-list.tsx'
import { Fact, Facts } from './facts.tsx'
import type { Moment } from './instant/moment.ts'
import { ItemsPart, ProgressPart } from './items-part.tsx'
import { shortId } from './short-id.ts'
import { type StepFacts, stepFacts } from './step-facts.ts'
import { stepView } from './step-view.ts'
import { labelOfStep } from './use-run-graph.ts'

export interface StepPanelProps {
  name: string
  step: Step | undefined
  moment: Moment
  /** Absent when the run would refuse to be retried from here. */
  onRetryFrom?: (() => void) | undefined
  onDecide(taskId: string): void
  onSignal(): void
  onClose(): void
}

/** Everything the history says about one step. */
export function StepPanel({ name, step, moment, onRetryFrom, onDecide, onSignal, onClose }: StepPanelProps) {
  const [tab, setTab] = useState('now')
  const { state, events, isLive } = moment
  const facts = useMemo(() => stepFacts(events, name), [events, name])
  const view = stepView(state, name)
  useOfferActions([
    { id: 'run.whole', label: 'Back to the whole run', group: 'This run', shortcut: 'escape', perform: onClose },
  ])
  const last = facts.attempts.at(-1)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-start gap-2.5 px-3.5 pt-3.5 pb-2">
        {step && (
          <span className="grid size-8.5 shrink-0 place-items-center rounded-m bg-sunken text-muted [&_svg]:size-4.25">
            <StepIcon type={step.type} />
          </span>
        )}
        <div className="grid min-w-0 flex-1 justify-items-start [&>*]:max-w-full">
          <h2 className="truncate text-title">{name}</h2>
          <p className="truncate text-small text-muted">
            {step ? labelOfStep(step) : 'Step'}
            {last && ` · attempt ${last.attempt}${last.iteration > 1 ? ` of visit ${last.iteration}` : ''}`}
          </p>
          <Chip tone={view.tone ?? 'idle'} icon={view.tone !== null} className="mt-1.5">
            {view.word}
          </Chip>
        </div>
        <IconButton label="Back to the whole run" size="small" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <Tabs
        label="About this step"
        className="flex-1"
        contentClassName="p-3.5"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'now',
            label: 'Now',
            content: (
              <StepNow
                name={name}
                tasks={step?.type === 'PARALLEL' ? (step.tasks ?? []).map((task) => task.name) : []}
                moment={moment}
                facts={facts}
                onDecide={onDecide}
                onSignal={onSignal}
                onRetryFrom={isLive ? onRetryFrom : undefined}
              />
            ),
          },
          {
            value: 'input',
            label: 'Input',
            content: <JsonPart label="Input" value={facts.with} none="This step was given no arguments." />,
          },
          { value: 'output', label: 'Output', content: <OutputPart facts={facts} /> },
          {
            value: 'attempts',
            label: 'Attempts',
            count: facts.attempts.length,
            content: <AttemptList attempts={facts.attempts} />,
          },
        ]}
      />
    </div>
  )
}

interface StepNowProps {
  name: string
  /** Names of the items, where they have some. */
  tasks: readonly string[]
  moment: Moment
  facts: StepFacts
  onDecide(taskId: string): void
  onSignal(): void
  onRetryFrom: (() => void) | undefined
}

function StepNow({ name, tasks, moment, facts, onDecide, onSignal, onRetryFrom }: StepNowProps) {
  const { state, isLive } = moment
  const step = Object.hasOwn(state.steps, name) ? state.steps[name] : undefined
  const last = facts.attempts.at(-1)
  const { decision } = facts
  return (
    <div className="grid gap-4">
      {!step && <p className="text-muted">The run has not come to this step yet.</p>}
      <Facts>
        <Fact name="Started">{last && <Instant at={last.startedAt} />}</Fact>
        <Fact name="Took">
          {last && <Elapsed from={last.startedAt} to={last.endedAt ?? (isLive ? null : state.at)} />}
        </Fact>
        <Fact name="Due">{step?.status === 'waiting_time' && <Instant at={step.dueAt} />}</Fact>
        <Fact name="Next attempt">{step?.status === 'backing_off' && <Instant at={step.retryAt} />}</Fact>
        <Fact name="Who may decide">{step?.status === 'waiting_person' && whoMay(step.task)}</Fact>
        <Fact name="Signal">{step?.status === 'waiting_signal' && <Mono>{step.signal}</Mono>}</Fact>
        <Fact name="Worker queue">{step?.status === 'running' && step.queue}</Fact>
        <Fact name="Answered with">{facts.http && `HTTP ${facts.http.status}`}</Fact>
        <Fact name="Decided by">{decision && `${decision.by}, ${formatClock(decision.at)}`}</Fact>
        <Fact name="Child run">{facts.childRunIds.length > 0 && <ChildLinks runIds={facts.childRunIds} />}</Fact>
        <Fact name="Key">{facts.key && <Mono>{facts.key}</Mono>}</Fact>
      </Facts>
      {step && <ProgressPart step={step} />}
      {isLive && step?.status === 'waiting_signal' && (
        <Button look="primary" className="justify-self-start" onClick={onSignal}>
          Send signal
        </Button>
      )}
      {isLive && step?.status === 'waiting_person' && (
        <Button look="primary" className="justify-self-start" onClick={() => onDecide(step.task.task_id)}>
          Decide now
        </Button>
      )}
      {step?.status !== 'completed' && facts.error && <ErrorPart error={facts.error} />}
      {step && <ItemsPart step={step} tasks={tasks} onDecide={onDecide} />}
      {decision && <JsonPart label="Decision" value={decision.input} none="" />}
      {onRetryFrom && step && (
        <div className="grid justify-items-start gap-1.5 border-t pt-3">
          <Button icon={<RotateCcw />} onClick={onRetryFrom}>
            Retry from this step
          </Button>
          <p className="text-small text-muted">
            This step and everything after it runs again, with its effects. What came before is kept.
          </p>
        </div>
      )}
    </div>
  )
}

function Mono({ children }: { children: string }) {
  return <span className="font-mono text-[11.5px]">{children}</span>
}

function whoMay({ assignees, groups }: HumanTaskSpec): string {
  const names = [...assignees, ...groups.map((group) => `the group ${group}`)]
  return names.length === 0 ? 'anybody' : names.join(', ')
}

function ChildLinks({ runIds }: { runIds: readonly string[] }) {
  return runIds.map((runId) => (
    <Link key={runId} href={runPath(runId)} className="mr-2 font-mono text-[11.5px] text-accent hover:underline">
      {shortId(runId)}
    </Link>
  ))
}

function ErrorPart({ error }: { error: RunError }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">Error</h3>
      <p className="tone-failed rounded-m bg-tone-soft px-2.5 py-2 wrap-anywhere text-tone">
        <b className="font-mono text-[11.5px]">{error.code}</b> {error.message}
      </p>
      {error.stack && <CodeBlock label="Stack" text={error.stack} wrap />}
    </section>
  )
}

function OutputPart({ facts }: { facts: StepFacts }) {
  const changes = facts.changes.map(([path, value]) => `${path.join('.')}: ${JSON.stringify(value)}`)
  return (
    <div className="grid gap-4">
      <JsonPart label="Output" value={facts.output} none="There is no output yet." />
      {facts.http && <JsonPart label="Headers of the answer" value={facts.http.headers} none="" />}
      {changes.length > 0 && (
        <section className="grid gap-1.5">
          <h3 className="text-label text-muted">What it wrote into the state</h3>
          <CodeBlock label="Changes" text={changes.join('\n')} />
        </section>
      )}
    </div>
  )
}

function JsonPart({ label, value, none }: { label: string; value: Json | undefined; none: string }) {
  if (value === undefined) return <p className="text-muted">{none}</p>
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">{label}</h3>
      <CodeBlock label={label} text={JSON.stringify(value, null, 2)} />
    </section>
  )
}
