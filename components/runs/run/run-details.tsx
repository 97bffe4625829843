'use client'

import type { Ref } from 'react'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { runTexts } from '../texts/run.ts'
import { stepsThatRan } from './acting/rerun/steps-that-ran.ts'
import { StepActs } from './acting/step-acts.tsx'
import type { Permissions } from './acting/use-permissions.ts'
import { ChildPanel } from './child-panel.tsx'
import type { RunGraph } from './graph/use-run-graph.ts'
import type { ShownMoment } from './instant/use-moment.ts'
import type { LiveRun } from './live/use-live-run.ts'
import { StepPanel } from './step/step-panel.tsx'
import { RunPanel } from './summary/run-panel.tsx'
import { PanelSpace } from './summary/run-skeleton.tsx'
import type { RunDialogs } from './use-run-dialogs.ts'
import type { Selection } from './use-selection.ts'

interface RunDetailsProps extends Pick<LiveRun, 'detail' | 'log'> {
  readonly ref: Ref<HTMLElement>
  readonly shown: ShownMoment
  readonly runGraph: RunGraph | null
  readonly permissions: Permissions
  readonly selection: Selection
  readonly dialogs: RunDialogs
  /** The stage at which the panel of the whole run is drawn has come; the panels of a selection are always drawn. */
  readonly isRunPanelDue: boolean
  onClose(): void
}

/** The details beside the graph: of the whole run, of the selected step, or of the selected descendant run. */
export function RunDetails(props: RunDetailsProps) {
  const { ref, detail, log, shown, runGraph, permissions, selection, dialogs, isRunPanelDue, onClose } = props
  const { moment, goTo } = shown
  const { selected, descendant } = selection
  return (
    <aside
      ref={ref}
      aria-label={runTexts.details}
      className="flex w-85 shrink-0 flex-col border-l bg-surface max-md:w-full max-md:border-t max-md:border-l-0"
    >
      {descendant && (
        <ChildPanel
          descendant={descendant}
          at={moment.isLive ? null : moment.state.at}
          onDecide={dialogs.setDeciding}
          onClose={onClose}
        />
      )}
      {!descendant &&
        selected === null &&
        (isRunPanelDue ? (
          <RunPanel
            detail={detail}
            executable={runGraph?.executable ?? null}
            summary={log.summary}
            moment={moment}
            onGo={goTo}
          />
        ) : (
          <PanelSpace />
        ))}
      {!descendant && selected !== null && (
        <StepPanel
          key={selected}
          name={selected}
          step={runGraph?.step(selected)}
          moment={moment}
          index={log}
          acts={
            <StepActs
              step={selected}
              permissions={permissions}
              mayRetryFrom={mayRetryFrom(selected, runGraph?.executable ?? null, log, permissions)}
              onRetryFrom={() => dialogs.setRerunFrom({ kind: 'step', step: selected })}
              onAsk={dialogs.setAsking}
            />
          }
          onDecide={dialogs.setDeciding}
          onSignal={dialogs.openSignal}
          onClose={onClose}
        />
      )}
    </aside>
  )
}

function mayRetryFrom(
  step: string,
  executable: ExecutableDefinition | null,
  { state }: LiveRun['log'],
  permissions: Permissions,
): boolean {
  return executable !== null && permissions.may('retry') && stepsThatRan(executable, state).includes(step)
}
