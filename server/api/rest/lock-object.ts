import type { LockQueueEntry, Resource, ResourceDetail, WaitGraph, WaitNode } from '../../runs/locks/models.ts'

/** A resource as the REST API shows it. */
export function resourceObject({ id, kind, labels, holders, holderCount, waiting }: Resource) {
  return {
    id,
    kind,
    labels,
    holders: holders.map(({ runId, workflow, mode, token, since, quarantined }) => ({
      run_id: runId,
      workflow_name: workflow,
      mode,
      token,
      since,
      quarantined,
    })),
    holders_left: holderCount - holders.length,
    waiting,
  }
}

/** A resource with the first runs of its queue. */
export function resourceDetailObject(resource: ResourceDetail) {
  return { ...resourceObject(resource), queue: resource.queue.map(queueObject) }
}

function queueObject({ runId, workflow, position, mode, requestedAt, tries, retryNote, reserved }: LockQueueEntry) {
  return {
    run_id: runId,
    workflow_name: workflow,
    position,
    mode,
    requested_at: requestedAt,
    tries,
    retry_note: retryNote,
    reserved,
  }
}

export function waitGraphObject({ nodes, edges, left }: WaitGraph) {
  return { nodes: nodes.map(nodeObject), edges, left }
}

function nodeObject(node: WaitNode) {
  if (node.kind === 'resource') return node
  const { kind, id, workflow, phase } = node
  return { kind, id, workflow_name: workflow, phase }
}
