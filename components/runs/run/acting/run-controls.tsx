'use client'

import { Ellipsis } from 'lucide-react'
import { useCallback } from 'react'
import type { RunDetail } from '#components/api/models.ts'
import { useMay } from '#components/people/use-may.ts'
import type { Action } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { leftToUndo } from '#core/run/envelope/left-to-undo.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import type { RunState } from '#core/run/state.ts'
import { runError } from '#core/run/views/status.ts'
import { runActingTexts } from '../../texts/run-acting.ts'
import { UnsafeRollbackDialog } from '../envelope/unsafe-rollback-dialog.tsx'
import { menuRows } from './menu-rows.ts'
import { NextStepDialog } from './next-step-dialog.tsx'
import type { OverrideVerb } from './override/override-choice.ts'
import { OverrideDialog } from './override/override-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { type ReasonOption, reasonWords } from './reason-words.ts'
import { RemoveRunDialog } from './remove-run-dialog.tsx'
import type { RerunFrom } from './rerun/rerun-choice.ts'
import { RerunDialog } from './rerun/rerun-dialog.tsx'
import { stepsThatRan } from './rerun/steps-that-ran.ts'
import type { Permissions } from './use-permissions.ts'
import { type Asking, useRunActions } from './use-run-actions.ts'
import type { RunVerbs, VerbRequest } from './use-run-verbs.ts'

export interface RunControlsProps {
  detail: RunDetail
  state: RunState
  /** Null when the definition cannot be read. */
  executable: ExecutableDefinition | null
  permissions: Permissions
  verbs: RunVerbs
  /** The action that waits for confirmation. */
  asking: Asking | null
  onAsk(asking: Asking | null): void
  /** The selected step, the default of an action on one step. */
  selected: string | null
  /** The step to rerun from, while the dialog asks about it. */
  rerunFrom: RerunFrom | null
  onRerunFrom(from: RerunFrom | null): void
  /** The effect of the asked action on each step; null when the question is closed. */
  onPreview(steps: readonly PreviewStep[] | null): void
  /** Opens the dialog for the data of a signal. */
  onSignal(): void
  /** Opens the dialog for an update of a run of code. */
  onUpdate(): void
  onRerun(): void
}

const plain = ['run.step', 'run.retry', 'run.resume']
const rare = ['run.skip', 'run.mark-done', 'run.jump', 'run.signal', 'run.update', 'run.remove']
const overrides: { readonly [id: string]: OverrideVerb } = {
  'run.skip': 'skip',
  'run.mark-done': 'mark_done',
  'run.jump': 'jump',
}
const noSteps: readonly string[] = []

/** The actions that the run accepts now; an action that it would refuse is not offered. */
export function RunControls(props: RunControlsProps) {
  const {
    detail,
    state,
    executable,
    permissions,
    verbs,
    rerunFrom,
    onRerunFrom,
    onPreview,
    onSignal,
    onUpdate,
    onRerun,
  } = props
  const { asking, onAsk, selected } = props
  const close = () => onAsk(null)
  const onRetry = useCallback(() => onRerunFrom({ kind: 'failed' }), [onRerunFrom])
  // A run below another one goes with its root.
  const mayRemove = useMay('run.remove') && state.outcome !== null && detail.parentRunId === null
  const actions = useRunActions({
    permissions,
    mayRemove,
    hasEnvelope: state.header.envelope === true,
    isCode: state.code !== undefined,
    ask: onAsk,
    onSignal,
    onUpdate,
    onRetry,
    onRerun,
  })
  useOfferActions(actions)
  const hasFailed = runError(state) !== null
  const allowed = actions.filter((action) => action.enabled)
  const isRare = ({ id }: Action) => rare.includes(id) || (id === 'run.acknowledge' && !hasFailed)
  const inMenu = actions.flatMap((action) => {
    const because = action.enabled ? undefined : whyBarred(permissions, action)
    return (action.enabled && isRare(action)) || because !== undefined ? [{ action, because }] : []
  })
  return (
    <>
      {allowed
        .filter((action) => !isRare(action))
        .map((action) => (
          <Button
            key={action.id}
            look={plain.includes(action.id) ? 'plain' : 'ghost'}
            icon={action.icon && <action.icon />}
            disabled={verbs.isBusy}
            onClick={action.perform}
          >
            {action.label}
          </Button>
        ))}
      {inMenu.length > 0 && (
        <Menu
          items={menuRows(inMenu).map(({ action, labels, because }) => ({
            id: action.id,
            label: labels.length === 1 ? labels[0] : labels.map((label) => <Verb key={label} label={label} />),
            icon: labels.length === 1 && action.icon ? <action.icon /> : undefined,
            disabled: because !== undefined,
            why: because,
            onSelect: action.perform,
          }))}
        >
          <IconButton label={runActingTexts.more}>
            <Ellipsis />
          </IconButton>
        </Menu>
      )}
      {rerunFrom && (
        <RerunDialog
          detail={detail}
          steps={executable === null || state.outcome === null ? noSteps : stepsThatRan(executable, state)}
          mayRetry={permissions.may('retry')}
          from={rerunFrom}
          onPreview={onPreview}
          onClose={() => onRerunFrom(null)}
        />
      )}
      {(asking === 'cancel' ||
        asking === 'pause' ||
        asking === 'resume' ||
        (asking === 'rollback' && !state.header.envelope && permissions.may('rollback')) ||
        asking === 'acknowledge') && (
        <ReasonDialog {...reasonWords(asking, state)} onClose={close} onConfirm={confirmedBy(asking, state, verbs)} />
      )}
      {asking === 'rollback' && state.header.envelope && permissions.may('rollback') && (
        <UnsafeRollbackDialog left={leftToUndo(state)} onRollBack={verbs.rollback} onClose={close} />
      )}
      {asking === 'remove' && <RemoveRunDialog runId={detail.runId} onClose={close} />}
      {asking === 'step' && <NextStepDialog onClose={close} onStep={verbs.nextStep} />}
      {(asking === 'skip' || asking === 'mark_done' || asking === 'jump') && executable && (
        <OverrideDialog
          runId={detail.runId}
          verb={asking}
          steps={permissions.steps(asking)}
          first={selected}
          executable={executable}
          state={state}
          asker={detail.asker}
          onPreview={onPreview}
          onClose={close}
        />
      )}
    </>
  )
}

/** What a confirmed action sends, with the option that was chosen. */
function confirmedBy(
  asking: 'cancel' | 'pause' | 'resume' | 'rollback' | 'acknowledge',
  { rollback, code }: RunState,
  verbs: RunVerbs,
): (request: VerbRequest, chosen: ReasonOption['id'] | null) => Promise<unknown> {
  if (asking === 'rollback') return (request) => verbs.rollback(request)
  if (asking !== 'cancel') return verbs[asking]
  if (rollback !== null || (code !== undefined && code.cancel !== null)) return verbs.end
  return (request, chosen) => (chosen === 'force' ? verbs.end(request) : verbs.cancel(request, chosen === 'compensate'))
}

/**
 * The reason why the actor may not perform an action that other actors may. The action is shown with this reason, so
 * that it can be found.
 */
function whyBarred(permissions: Permissions, { id }: Action): string | undefined {
  const verb = overrides[id]
  return verb && permissions.barred(verb)[0]?.because
}

const Verb = ({ label }: { label: string }) => <span className="block">{label}</span>
