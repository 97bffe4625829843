import { Eye, EyeOff, FlaskConical, Pin, PinOff, StepForward, Target } from 'lucide-react'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { Session } from '../../model/session.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Test'

/** The actions that run the draft, or a part of it, before it is published. */
export const tryActions: ActionsOf = (session, { broken, empty, steps, pinned, values }) => {
  const ofStep = { group, enabled: !broken && steps === 1 }
  return [
    {
      id: 'designer.try',
      label: commandsActionsTexts.test,
      group,
      icon: FlaskConical,
      shortcut: 't',
      keywords: ['try', 'run', 'draft'],
      enabled: !broken && !empty,
      perform: () => session.trial.ask({ mode: 'whole' }),
    },
    {
      ...ofStep,
      id: 'designer.tryUpTo',
      label: commandsActionsTexts.testUpToThisStep,
      icon: Target,
      shortcut: 'u',
      keywords: ['try', 'run', 'until'],
      perform: () => withStep(session, (step) => session.trial.ask({ mode: 'until', step })),
    },
    {
      ...ofStep,
      id: 'designer.tryStep',
      label: commandsActionsTexts.testThisStep,
      icon: StepForward,
      shortcut: 'e',
      keywords: ['try', 'run', 'execute'],
      perform: () => withStep(session, (step) => session.trial.ask({ mode: 'step', step })),
    },
    {
      ...ofStep,
      id: 'designer.pin',
      label: pinned ? commandsActionsTexts.unpinOutput : commandsActionsTexts.pinOutput,
      icon: pinned ? PinOff : Pin,
      shortcut: 'i',
      keywords: ['mock', 'fix'],
      perform: () => withStep(session, (step) => togglePin(session, step)),
    },
    {
      id: 'designer.values',
      label: values ? commandsActionsTexts.hideRunValues : commandsActionsTexts.showValuesOfLastRun,
      group,
      icon: values ? EyeOff : Eye,
      shortcut: 'shift+i',
      keywords: ['try', 'test', commandsActionsTexts.lastRun, 'outputs'],
      perform: () => (values ? session.trial.follow(null) : void showLast(session)),
    },
  ]
}

function withStep(session: Session, perform: (step: string) => void): void {
  const [step] = session.selection.store.getState().steps
  if (step !== undefined) perform(step)
}

async function showLast({ trial }: Session): Promise<void> {
  const found = await trial.showLast().catch(() => null)
  if (found === true) return
  showToast(
    found === null
      ? {
          tone: 'failed',
          title: commandsActionsTexts.couldNotLoadLastRun,
          detail: commandsActionsTexts.serverDidNotRespondTry,
        }
      : { tone: 'human', title: commandsActionsTexts.noRunsYet, detail: commandsActionsTexts.startTestToSeeIts },
  )
}

/** Pins the last run's output of a step; without an output, the user writes one first. */
function togglePin({ trial, view }: Session, step: string): void {
  const { pins, values } = trial.store.getState()
  const value = Object.hasOwn(values, step) ? values[step] : undefined
  if (Object.hasOwn(pins, step)) trial.pin(step, null)
  else if (value?.output !== undefined) trial.pin(step, { output: value.output, http: value.http })
  else view.showSection('try')
}
