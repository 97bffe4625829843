'use client'

import { BadgeCheck, Ellipsis, Pause, Play, Radio, RotateCcw, Square, StepForward, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Action } from '#components/shell/action.ts'
import { useOfferActions } from '#components/shell/action-store.ts'
import { Button, IconButton } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import type { RunState } from '#core/run/state.ts'
import { allowedVerbs, runError } from '#core/run/views.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { StepInputDialog } from './step-input-dialog.tsx'
import type { RunVerbs } from './use-run-verbs.ts'

export interface RunControlsProps {
  state: RunState
  verbs: RunVerbs
  /** Asks for the data of a signal that the run waits for. */
  onSignal(): void
  onRunAgain(): void
}

type Asking = 'cancel' | 'pause' | 'rollback' | 'step' | null

/** What may be done to the run now; nothing that it would refuse is offered. */
export function RunControls({ state, verbs, onSignal, onRunAgain }: RunControlsProps) {
  const [asking, setAsking] = useState<Asking>(null)
  const actions = useRunActions(state, verbs, setAsking, onSignal, onRunAgain)
  useOfferActions(actions)
  const allowed = actions.filter((action) => action.enabled)
  const hasFailed = runError(state) !== null
  // The sentence below offers a signal that is waited for.
  const isRare = (action: Action) =>
    action.id === 'run.step-input' || action.id === 'run.signal' || (action.id === 'run.acknowledge' && !hasFailed)
  const inBar = allowed.filter((action) => !isRare(action))
  const inMenu = allowed.filter(isRare)
  return (
    <>
      {inBar.map((action) => (
        <Button
          key={action.id}
          look={action.id === 'run.step' || action.id === 'run.retry' || action.id === 'run.resume' ? 'plain' : 'ghost'}
          icon={action.icon && <action.icon />}
          disabled={verbs.isBusy}
          onClick={action.perform}
        >
          {action.label}
        </Button>
      ))}
      {inMenu.length > 0 && (
        <Menu
          items={inMenu.map((action) => ({
            id: action.id,
            label: action.label,
            icon: action.icon && <action.icon />,
            onSelect: action.perform,
          }))}
        >
          <IconButton label="More">
            <Ellipsis />
          </IconButton>
        </Menu>
      )}
      {asking === 'cancel' && (
        <ReasonDialog
          title="Cancel this run?"
          consequence={
            state.header.saga
              ? 'It stops and cannot be taken up again. What its steps did so far stays done, unless it is undone first.'
              : 'It stops at once and cannot be taken up again. What its steps did so far stays done.'
          }
          option={state.header.saga ? 'Undo what its steps did' : undefined}
          verb="Cancel the run"
          danger
          onClose={() => setAsking(null)}
          onConfirm={verbs.cancel}
        />
      )}
      {asking === 'pause' && (
        <ReasonDialog
          title="Pause this run?"
          consequence="What is executing ends first; then nothing new begins until somebody resumes it."
          verb="Pause the run"
          onClose={() => setAsking(null)}
          onConfirm={verbs.pause}
        />
      )}
      {asking === 'rollback' && (
        <ReasonDialog
          title="Roll back again?"
          consequence={`What could not be undone is tried once more: ${leftToUndo(state)}.`}
          verb="Roll back"
          onClose={() => setAsking(null)}
          onConfirm={verbs.rollback}
        />
      )}
      {asking === 'step' && <StepInputDialog onClose={() => setAsking(null)} onStep={verbs.nextStep} />}
    </>
  )
}

/** The latest first, as they will be undone. */
function leftToUndo({ undo }: RunState): string {
  return undo
    .toReversed()
    .map(({ step }) => step)
    .join(', ')
}

function useRunActions(
  state: RunState,
  verbs: RunVerbs,
  ask: (asking: Asking) => void,
  onSignal: () => void,
  onRunAgain: () => void,
): readonly Action[] {
  const allowed = allowedVerbs(state).join(' ')
  const isHeld = state.hold !== null
  return useMemo(() => {
    const may = (verb: string) => allowed.split(' ').includes(verb)
    const group = 'This run'
    return [
      {
        id: 'run.step',
        label: 'Next step',
        group,
        icon: StepForward,
        shortcut: 'n',
        enabled: may('next_step'),
        perform: () => verbs.nextStep(),
      },
      { id: 'run.resume', label: 'Resume', group, icon: Play, enabled: may('resume') && isHeld, perform: verbs.resume },
      {
        id: 'run.retry',
        label: 'Retry',
        group,
        icon: RotateCcw,
        shortcut: 'r',
        enabled: may('retry'),
        perform: () => verbs.retry(),
      },
      {
        id: 'run.signal',
        label: 'Send signal…',
        group,
        icon: Radio,
        shortcut: 's',
        enabled: may('signal'),
        perform: onSignal,
      },
      {
        id: 'run.rollback',
        label: 'Roll back again',
        group,
        icon: Undo2,
        keywords: ['undo', 'compensate', 'saga'],
        enabled: may('rollback'),
        perform: () => ask('rollback'),
      },
      { id: 'run.pause', label: 'Pause', group, icon: Pause, enabled: may('pause'), perform: () => ask('pause') },
      { id: 'run.cancel', label: 'Cancel', group, icon: Square, enabled: may('cancel'), perform: () => ask('cancel') },
      {
        id: 'run.again',
        label: 'Run again',
        group,
        icon: Play,
        keywords: ['re-run'],
        enabled: true,
        perform: onRunAgain,
      },
      {
        id: 'run.step-input',
        label: 'Next step with input…',
        group,
        icon: StepForward,
        enabled: may('next_step'),
        perform: () => ask('step'),
      },
      {
        id: 'run.acknowledge',
        label: 'Acknowledge',
        group,
        icon: BadgeCheck,
        enabled: may('acknowledge'),
        perform: verbs.acknowledge,
      },
    ]
  }, [allowed, isHeld, verbs, ask, onSignal, onRunAgain])
}
