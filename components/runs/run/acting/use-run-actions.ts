import {
  BadgeCheck,
  CircleCheckBig,
  CornerUpRight,
  Pause,
  Play,
  Radio,
  RefreshCw,
  RotateCcw,
  SkipForward,
  Square,
  StepForward,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useMemo } from 'react'
import type { Action } from '#components/shell/actions/action.ts'
import { envelopeTexts } from '../../texts/envelope.ts'
import { runActingTexts } from '../../texts/run-acting.ts'
import { runCodeTexts } from '../../texts/run-code.ts'
import type { OverrideVerb } from './override/override-choice.ts'
import type { Permissions } from './use-permissions.ts'

/** Actions that need confirmation. */
export type Asking = 'cancel' | 'pause' | 'resume' | 'rollback' | 'acknowledge' | 'step' | 'remove' | OverrideVerb

interface RunActionsOptions {
  readonly permissions: Permissions
  /** The run has ended, and the actor may remove runs. */
  readonly mayRemove: boolean
  /** A rollback repairs what the run has left, instead of trying failed compensations again. */
  readonly hasEnvelope: boolean
  /** Updates are for runs of code. */
  readonly isCode: boolean
  ask(asking: Asking): void
  onSignal(): void
  onUpdate(): void
  onRetry(): void
  onRerun(): void
}

/** All actions on a run, with the run's answer to each. */
export function useRunActions({
  permissions,
  mayRemove,
  hasEnvelope,
  isCode,
  ask,
  onSignal,
  onUpdate,
  onRetry,
  onRerun,
}: RunActionsOptions): readonly Action[] {
  const { may, needsForce } = permissions
  return useMemo(() => {
    const group = runActingTexts.thisRun
    return [
      {
        id: 'run.step',
        label: runActingTexts.nextStep,
        group,
        icon: StepForward,
        shortcut: 'n',
        enabled: may('next_step'),
        perform: () => ask('step'),
      },
      {
        id: 'run.resume',
        label: runActingTexts.resume,
        group,
        icon: Play,
        enabled: may('resume'),
        perform: () => ask('resume'),
      },
      {
        id: 'run.retry',
        label: runActingTexts.retry,
        group,
        icon: RotateCcw,
        shortcut: 'r',
        enabled: may('retry'),
        perform: onRetry,
      },
      {
        id: 'run.rollback',
        label: hasEnvelope || isCode ? envelopeTexts.rollBack : runActingTexts.retryRollbackLabel,
        group,
        icon: Undo2,
        keywords: ['undo', 'compensate', 'saga'],
        enabled: may('rollback'),
        perform: () => ask('rollback'),
      },
      {
        id: 'run.pause',
        label: runActingTexts.pause,
        group,
        icon: Pause,
        enabled: may('pause'),
        perform: () => ask('pause'),
      },
      {
        id: 'run.cancel',
        label: needsForce('cancel') ? runActingTexts.endNow : runActingTexts.cancel,
        group,
        icon: Square,
        keywords: ['stop', 'force'],
        enabled: may('cancel'),
        perform: () => ask('cancel'),
      },
      {
        id: 'run.again',
        label: runActingTexts.runAgain,
        group,
        icon: Play,
        keywords: ['re-run', 'version'],
        enabled: true,
        perform: onRerun,
      },
      {
        id: 'run.acknowledge',
        label: runActingTexts.acknowledge,
        group,
        icon: BadgeCheck,
        enabled: may('acknowledge'),
        perform: () => ask('acknowledge'),
      },
      {
        id: 'run.skip',
        label: runActingTexts.skipStep2,
        group,
        icon: SkipForward,
        enabled: may('skip'),
        perform: () => ask('skip'),
      },
      {
        id: 'run.mark-done',
        label: runActingTexts.markStepDoneLabel,
        group,
        icon: CircleCheckBig,
        keywords: ['complete', 'output'],
        enabled: may('mark_done'),
        perform: () => ask('mark_done'),
      },
      {
        id: 'run.jump',
        label: runActingTexts.jumpToStepLabel,
        group,
        icon: CornerUpRight,
        keywords: ['jump'],
        enabled: may('jump'),
        perform: () => ask('jump'),
      },
      {
        id: 'run.signal',
        label: runActingTexts.sendSignal2,
        group,
        icon: Radio,
        shortcut: 's',
        enabled: may('signal'),
        perform: onSignal,
      },
      {
        id: 'run.update',
        label: runCodeTexts.sendUpdate,
        group,
        icon: RefreshCw,
        enabled: isCode && may('signal'),
        perform: onUpdate,
      },
      {
        id: 'run.remove',
        label: runActingTexts.removeRun,
        group,
        icon: Trash2,
        keywords: ['delete', 'erase'],
        enabled: mayRemove,
        perform: () => ask('remove'),
      },
    ]
  }, [may, mayRemove, hasEnvelope, isCode, needsForce, ask, onSignal, onUpdate, onRetry, onRerun])
}
