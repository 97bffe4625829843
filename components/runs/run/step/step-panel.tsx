'use client'

import { X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { iconTypeOf, StepIcon } from '#components/canvas/step-icon.tsx'
import { useStepTitle } from '#components/canvas/step-titles.tsx'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import type { Step } from '#core/definition/definition.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { stepTitle } from '#core/definition/title.ts'
import type { Json } from '#core/json.ts'
import { runStepTexts } from '../../texts/run-step.ts'
import { labelOfStep } from '../graph/use-run-graph.ts'
import type { Moment } from '../instant/moment.ts'
import type { RunIndex } from '../instant/run-index.ts'
import { useRunWork } from '../live/use-run-work.ts'
import { AttemptList } from './attempt-list.tsx'
import { type StepFacts, stepFacts } from './step-facts.ts'
import { StepLogs } from './step-logs.tsx'
import { StepNow } from './step-now.tsx'
import { StepState } from './step-state.tsx'
import { stepView } from './step-view.ts'

export interface StepPanelProps {
  name: string
  step: Step | undefined
  moment: Moment
  /** The whole history, for the state before and after the step. */
  index: RunIndex
  /** The actions on the step now. */
  acts?: ReactNode
  /** For a step of a child run: the link to that run. */
  from?: ReactNode
  onDecide(taskId: string): void
  /** Absent where no signal can be sent from here. */
  onSignal?: (() => void) | undefined
  onClose(): void
}

/** All facts about one step in the history. */
export function StepPanel(props: StepPanelProps) {
  const { name, step, moment, index, acts, from, onDecide, onSignal, onClose } = props
  const [tab, setTab] = useState('now')
  const titleOf = useStepTitle()
  const { state, events, isLive } = moment
  const facts = useMemo(() => stepFacts(events, name), [events, name])
  const work = useRunWork(moment)
  const view = stepView(state, name, work)
  const taskTitle = facts.taskTitle === null ? null : isolateText(facts.taskTitle)
  useOfferActions([
    {
      id: 'run.whole',
      label: runStepTexts.backToFullRun,
      group: runStepTexts.thisRun,
      shortcut: 'escape',
      perform: onClose,
    },
  ])
  const last = facts.attempts.findLast(({ isUndo }) => !isUndo)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-start gap-2.5 px-3.5 pt-3.5 pb-2">
        {step && (
          <span className="grid size-8.5 shrink-0 place-items-center rounded-m bg-sunken text-muted [&_svg]:size-4.25">
            <StepIcon type={iconTypeOf(step)} />
          </span>
        )}
        <div className="grid min-w-0 flex-1 justify-items-start [&>*]:max-w-full">
          <h2 className="line-clamp-3 text-title wrap-anywhere" title={isolateText(name)}>
            {taskTitle ?? (step ? stepTitle(step) : titleOf(name))}
          </h2>
          <p className="truncate text-small text-muted">
            {step ? labelOfStep(step) : runStepTexts.step}
            {last &&
              runStepTexts.attemptAttemptAndIteration(
                last.attempt,
                last.iteration > 1 ? runStepTexts.ofVisit(last.iteration) : '',
              )}
          </p>
          <Chip tone={view.tone ?? 'idle'} icon={view.tone !== null} className="mt-1.5">
            {view.word}
          </Chip>
          {from && <div className="mt-1.5">{from}</div>}
        </div>
        <IconButton label={runStepTexts.backToFullRun} size="small" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <Tabs
        label={runStepTexts.aboutThisStep}
        className="flex-1"
        contentClassName="p-3.5"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'now',
            label: isLive ? runStepTexts.now : runStepTexts.thenText,
            content: (
              <StepNow
                name={name}
                tasks={step?.type === 'PARALLEL' ? (step.tasks ?? []).map((task) => task.name) : []}
                moment={moment}
                facts={facts}
                onDecide={onDecide}
                onSignal={onSignal}
                acts={isLive && acts}
              />
            ),
          },
          {
            value: 'input',
            label: runStepTexts.input,
            content: <InputPart facts={facts} />,
          },
          { value: 'output', label: runStepTexts.output, content: <OutputPart facts={facts} /> },
          {
            value: 'attempts',
            label: runStepTexts.attempts,
            count: facts.attempts.length,
            content: <AttemptList attempts={facts.attempts} />,
          },
          {
            value: 'state',
            label: runStepTexts.state,
            content: <StepState index={index} seq={moment.seq} facts={facts} />,
          },
          {
            value: 'logs',
            label: runStepTexts.logs,
            count: facts.logs.length || undefined,
            content: <StepLogs logs={facts.logs} />,
          },
        ]}
      />
    </div>
  )
}

function InputPart({ facts: { with: given, list, items } }: { facts: StepFacts }) {
  const hasMore = list !== undefined || items.length > 0
  return (
    <div className="grid gap-4">
      {(given !== undefined || !hasMore) && (
        <JsonPart label={runStepTexts.input} value={given} none={runStepTexts.thisStepHasNoArguments} />
      )}
      {list && <JsonPart label={runStepTexts.list} value={list} none="" />}
      {items.length > 0 && <JsonPart label={runStepTexts.argumentsOfEachItem} value={items} none="" />}
    </div>
  )
}

function OutputPart({ facts }: { facts: StepFacts }) {
  return (
    <div className="grid gap-4">
      <JsonPart label={runStepTexts.output} value={facts.output} none={runStepTexts.noOutputYet} />
      {facts.http && <JsonPart label={runStepTexts.responseHeaders} value={facts.http.headers} none="" />}
    </div>
  )
}

function JsonPart({ label, value, none }: { label: string; value: Json | undefined; none: string }) {
  if (value === undefined) return <p className="text-muted">{none}</p>
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">{label}</h3>
      <JsonView label={label} value={value} />
    </section>
  )
}
