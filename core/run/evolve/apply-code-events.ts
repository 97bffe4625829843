import type { Appliers } from './appliers.ts'

/** Events of code change only the part of the state that runs of code have (code/apply-code.ts). */
export const codeAppliers = {
  'workflow.code.delivered': nothing,
  'workflow.code.delivery_failed': nothing,
  'workflow.code.blocked': nothing,
  'workflow.code.patched': nothing,
  'workflow.node.milestone': nothing,
  'workflow.run.cancel_requested': nothing,
  'workflow.run.continued_as_new': (nextState, event) => {
    nextState.continuedBy = event.payload.new_run_id
  },
  'workflow.update.requested': nothing,
  'workflow.update.accepted': nothing,
  'workflow.update.completed': nothing,
  'workflow.update.rejected': nothing,
} satisfies Partial<Appliers>

function nothing(): void {}
