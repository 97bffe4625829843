import type { HumanWaits, RunEvent } from '#core/run/event.ts'
import type { RunAtPresent, RunSummary, RunTreeNode } from '../../runs/models.ts'

/** A run as lists show it. `status` is the public status, `workflow_status` the canonical one. */
export function runListItem(run: RunSummary) {
  return {
    run_id: run.runId,
    workflow_name: run.workflow,
    workflow_version: run.version,
    test: run.test,
    status: run.publicStatus,
    workflow_status: run.status,
    phase: run.phase,
    error: run.error,
    current_steps: run.currentSteps,
    human_wait: run.humanWait && waitObject(run.humanWait),
    parent_run_id: run.parentRunId,
    root_run_id: run.rootRunId,
    rerun_of: run.rerunOf,
    rerun_by: run.rerunBy,
    depth: run.depth,
    owner_id: run.ownerId,
    data_region: run.dataRegion,
    tags: run.tags,
    about: run.about,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
  }
}

function waitObject({ count, oldest }: HumanWaits) {
  return { count, oldest: oldest ? { ...oldest, since: new Date(oldest.since).toISOString() } : null }
}

/** A run with its children, and theirs. */
export interface TreeObject extends ReturnType<typeof runListItem> {
  readonly parent_step: string | null
  readonly children: readonly TreeObject[]
}

export function treeObject({ run, parentStep, children }: RunTreeNode): TreeObject {
  return { ...runListItem(run), parent_step: parentStep, children: children.map(treeObject) }
}

/** A run with all that it holds. `state` is the caller's own, echoed; `workflow_state` is the workflow's. */
export function runObject(run: RunAtPresent) {
  return {
    ...runListItem(run),
    task_state: run.taskState,
    state: run.clientState,
    workflow_state: run.workflowState,
    input: run.input,
    output: run.output,
    actions: run.permissions.map(({ verb, allowed, because, steps }) => ({
      verb,
      allowed,
      because: because ?? null,
      steps: steps ?? null,
    })),
    error: run.failure && {
      code: run.failure.code,
      message: run.failure.message,
      stack: run.failure.stack ?? null,
      step: run.failure.step ?? null,
    },
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
