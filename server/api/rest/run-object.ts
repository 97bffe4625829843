import type { RunEvent } from '#core/run/event.ts'
import { outputObject } from '#core/run/fan-out/variant-output.ts'
import type { CancelPreview } from '#core/run/preview/preview-cancel.ts'
import type { OverridePreview } from '#core/run/preview/preview-override.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import type { Phase } from '#core/run/statuses.ts'
import { isClosedPhase, isOutcomePhase, severityOf } from '#core/run/views/phases.ts'
import type { HumanWaits } from '#core/run/words.ts'
import type { EnvelopeWait } from '#server/runs/locks/envelope-of-run.ts'
import type { RerunPreview } from '#server/runs/rerun/preview-rerun.ts'
import type { RunAtPresent, RunSummary, RunTreeNode } from '../../runs/models.ts'

/** A run as lists show it. `status` is the public status, `workflow_status` the canonical one. */
export function runListItem(run: RunSummary) {
  const phase = run.phase as Phase
  return {
    run_id: run.runId,
    workflow_name: run.workflow,
    workflow_version: run.version,
    test: run.test,
    status: run.publicStatus,
    workflow_status: run.status,
    phase,
    phase_severity: severityOf(phase),
    is_outcome: isOutcomePhase(phase),
    is_closed: isClosedPhase(phase),
    error: run.error,
    current_steps: run.currentSteps,
    human_wait: run.humanWait && waitObject(run.humanWait),
    parent_run_id: run.parentRunId,
    root_run_id: run.rootRunId,
    workflow_id: run.workflowId,
    rerun_of: run.rerunOf,
    rerun_by: run.rerunBy,
    variants: run.variants,
    lineage: lineageObject(run),
    depth: run.depth,
    owner_id: run.ownerId,
    data_region: run.dataRegion,
    tags: run.tags,
    about: run.about,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
  }
}

function lineageObject({ lineage }: RunSummary) {
  return lineage && { parent_run_id: lineage.parentRunId, parent_variant_index: lineage.parentVariantIndex }
}

function waitObject({ count, oldest }: HumanWaits) {
  return { count, oldest: oldest ? { ...oldest, since: new Date(oldest.since).toISOString() } : null }
}

/** A run with its children, and theirs. */
export interface TreeObject extends ReturnType<typeof runListItem> {
  readonly parent_step: string | null
  readonly children: readonly TreeObject[]
  /** The number of children that are left out, because a large tree is cut at its bottom. */
  readonly children_left: number
}

export function treeObject({ run, parentStep, children }: RunTreeNode): TreeObject {
  return {
    ...runListItem(run),
    parent_step: parentStep,
    children: children.map(treeObject),
    children_left: Math.max(0, run.childCount - children.length),
  }
}

/** A run with all its data. `state` is the caller's own state, echoed; `workflow_state` is the workflow's. */
export function runObject(run: RunAtPresent) {
  return {
    ...runListItem(run),
    task_state: run.taskState,
    sentence: run.sentence,
    resources: run.resources,
    lock_tokens: run.lockTokens,
    envelope_wait: run.envelopeWait && envelopeWaitObject(run.envelopeWait),
    retry_is_safe: run.retryIsSafe,
    state: run.clientState,
    workflow_state: run.workflowState,
    input: run.input,
    // A run with several variants has an output for each.
    ...(run.variants === 1 && { output: run.output }),
    ...resultObject(run),
    actions: run.permissions.map(({ verb, allowed, force, because, steps, barred }) => ({
      verb,
      allowed,
      force: force ?? null,
      because: because ?? null,
      steps: steps ?? null,
      barred: barred ?? null,
    })),
    error: run.failure && {
      code: run.failure.code,
      message: run.failure.message,
      stack: run.failure.stack ?? null,
      step: run.failure.step ?? null,
    },
  }
}

function envelopeWaitObject({ kind, names, since, deadlineAt, blockedBy, holders, position, retryNote }: EnvelopeWait) {
  return {
    kind,
    names,
    since,
    deadline_at: deadlineAt,
    blocked_by: blockedBy,
    holders: holders.map(({ runId, ...holder }) => ({ run_id: runId, ...holder })),
    position,
    retry_note: retryNote,
  }
}

const outcomes = { completed: 'success', failed: 'failure', cancelled: 'failure' } as const

/** The result of a run, in one shape whatever the number of its variants. */
export function resultObject(run: RunAtPresent) {
  const status = run.publicStatus as keyof typeof outcomes
  return {
    outcome: Object.hasOwn(outcomes, status) ? outcomes[status] : null,
    outputs: run.outputs.map(outputObject),
  }
}

/** An event of the history; `at` as an instant. */
export function eventObject(event: RunEvent) {
  return {
    seq: event.seq,
    type: event.type,
    step: 'step' in event ? (event.step ?? null) : null,
    iteration: 'iteration' in event ? (event.iteration ?? null) : null,
    attempt: 'attempt' in event ? event.attempt : null,
    at: new Date(event.at).toISOString(),
    payload: event.payload,
  }
}

/** The effect of a retry or a rerun on each step. */
export function rerunPreviewObject({ preview, version, difference }: RerunPreview) {
  if (!preview.ok) return { allowed: false as const, because: preview.message, version, difference }
  return { allowed: true as const, steps: preview.steps.map(previewStepObject), version, difference }
}

/** The effect of an override of a step on each step. */
export function overrideObject(preview: OverridePreview) {
  if (!preview.ok) return { allowed: false as const, because: preview.refusal.message }
  const { steps, ends, keptBack } = preview
  return {
    allowed: true as const,
    steps: steps.map(previewStepObject),
    ends: ends ?? null,
    kept_back: keptBack ?? null,
  }
}

/** The effect of cancelling the run. */
export function cancelObject(preview: CancelPreview) {
  if (!preview.ok) return { allowed: false as const, because: preview.refusal.message }
  const { ends, undoes, waitsFor, notUndone, abandoned } = preview
  return { allowed: true as const, ends: ends ?? null, undoes, waits_for: waitsFor, not_undone: notUndone, abandoned }
}

function previewStepObject({ sameKey, itemsKept, changed, undoneBy, givenUp, fails, missing, ...step }: PreviewStep) {
  return {
    ...step,
    same_key: sameKey ?? false,
    items_kept: itemsKept ?? 0,
    changed: changed ?? false,
    undone_by: undoneBy ?? null,
    given_up: givenUp ?? [],
    fails: fails ?? null,
    missing: missing ?? [],
  }
}
