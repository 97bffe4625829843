import type { RunEventBody } from '../../event.ts'
import { noHeader } from '../../state.ts'

export const error = { code: 'Error', message: 'It broke.', step: 'A' }
const ana = { id: 'ana', name: 'Ana' }
const skipped = {
  status: 'skipped',
  at: 0,
  reason: 'when',
  iteration: 1,
  visits: 0,
  attempt: 0,
  attemptsBefore: 0,
} as const
export const visit = { step: 'A', iteration: 1, attempt: 1 }

/** Every kind of event, and its sentence. */
export const sentences: readonly (readonly [RunEventBody, string])[] = [
  [{ type: 'workflow.signal.received', payload: { signal: 'paid', data: null, actor: ana } }, 'Ana sent signal paid.'],
  [
    { type: 'workflow.signal.received', step: 'A', iteration: 1, payload: { signal: 'paid', data: 1, actor: ana } },
    'Ana sent signal paid, which A was waiting for.',
  ],
  [{ ...visit, type: 'workflow.signal.awaited', payload: { signal: 'paid' } }, 'A is waiting for signal paid.'],
  [
    { ...visit, type: 'workflow.signal.taken', payload: { signal: 'paid', place: 0 } },
    'A took signal paid, which had arrived earlier.',
  ],
  [{ ...visit, type: 'workflow.loop.round_started', payload: { round: 1 } }, 'A started iteration 2.'],
  [{ ...visit, type: 'workflow.item.started', item: 3, payload: {} }, 'Item 3 of A started.'],
  [
    { ...visit, type: 'workflow.item.started', item: 0, attempt: 2, payload: { name: 'left' } },
    'left of A started (attempt 2).',
  ],
  [{ ...visit, type: 'workflow.item.completed', item: 3, payload: { output: null } }, 'Item 3 of A completed.'],
  [
    { ...visit, type: 'workflow.item.failed', item: 3, payload: { error, will_retry: true } },
    'Item 3 of A failed, retrying: It broke.',
  ],
  [
    { ...visit, type: 'workflow.item.failed', item: 3, payload: { error, will_retry: false } },
    'Item 3 of A failed: It broke.',
  ],
  [
    { type: 'workflow.run.created', payload: { ...noHeader, workflow: 'Loan', version: 2, actor: ana } },
    'Ana started Loan, version 2.',
  ],
  [
    {
      type: 'workflow.run.created',
      payload: { ...noHeader, workflow: 'Loan', version: 2, parent: { run_id: 'r', step: 'Sub', iteration: 1 } },
    },
    'Sub of the parent run started Loan, version 2.',
  ],
  [{ type: 'workflow.run.queued', payload: {} }, 'The run was queued.'],
  [{ type: 'workflow.run.promoted', payload: { engine_id: 'e1', epoch: 1 } }, 'Engine e1 took the run.'],
  [{ type: 'workflow.run.owned', payload: { engine_id: 'e1', epoch: 1 } }, 'Engine e1 took over the run.'],
  [{ type: 'workflow.run.started', payload: {} }, 'The run started.'],
  [
    { type: 'workflow.run.status_changed', payload: { from: 'ACTIVE', to: 'PENDING_ASYNC' } },
    'The status changed from ACTIVE to PENDING_ASYNC.',
  ],
  [
    { type: 'workflow.run.waiting', payload: { status: 'WAITING_HUMAN_INPUT', steps: ['A', 'B'] } },
    'The run is waiting at A and B.',
  ],
  [{ type: 'workflow.run.paused', payload: { actor: ana, reason: 'lunch' } }, 'Ana paused the run: lunch.'],
  [{ type: 'workflow.run.paused', payload: { actor: { id: 'engine' } } }, 'The engine paused the run.'],
  [{ type: 'workflow.run.resumed', payload: { actor: { id: 'bob' }, hold: true } }, 'bob resumed the run.'],
  [{ type: 'workflow.run.resumed', step: 'A', iteration: 1, payload: { actor: ana } }, 'Ana resumed A.'],
  [{ type: 'workflow.run.stepped', payload: { actor: ana, user_input: null } }, 'Ana stepped the run.'],
  [{ type: 'workflow.run.completed', payload: { output: null } }, 'The run completed.'],
  [{ type: 'workflow.run.failed', payload: { status: 'FAILED', error } }, 'The run failed at A: It broke.'],
  [
    {
      type: 'workflow.run.failed',
      payload: { status: 'FAILED', error: { code: 'RUN_TIMEOUT', message: 'Too late.' } },
    },
    'The run failed: Too late.',
  ],
  [
    {
      type: 'workflow.run.cancelled',
      payload: { status: 'FAILED', cause: 'fail_fast', reason: 'A failed: It broke.' },
    },
    'The rest of the run was cancelled: A failed: It broke.',
  ],
  [
    { type: 'workflow.run.cancelled', payload: { status: 'CANCELLED', cause: 'operator', actor: ana } },
    'Ana cancelled the run.',
  ],
  [
    { type: 'workflow.run.cancelled', payload: { status: 'CANCELLED', cause: 'parent', reason: 'over' } },
    'The engine cancelled the run: over.',
  ],
  [
    { type: 'workflow.run.rolling_back', payload: { status: 'ACTIVE', cause: 'failure', error } },
    'The rollback started: It broke.',
  ],
  [{ type: 'workflow.run.rolling_back', payload: { status: 'ACTIVE', cause: 'parent' } }, 'The rollback started.'],
  [
    { type: 'workflow.run.paused', payload: { actor: ana, reason: 'Its customer calls back.' } },
    'Ana paused the run: Its customer calls back.',
  ],
  [
    { type: 'workflow.run.rolling_back', payload: { status: 'ACTIVE', cause: 'operator', actor: ana } },
    'Ana started the rollback.',
  ],
  [
    {
      type: 'workflow.run.rolling_back',
      payload: { status: 'ACTIVE', cause: 'failure', actor: ana, error, reason: 'the bank is up', again: true },
    },
    'Ana started the rollback again: the bank is up.',
  ],
  [
    { type: 'workflow.run.retried', payload: { actor: ana, run_attempt: 2, from_step: 'A' } },
    'Ana retried the run from A (run attempt 2).',
  ],
  [{ type: 'workflow.run.retried', payload: { actor: ana, run_attempt: 2 } }, 'Ana retried the run (run attempt 2).'],
  [
    { type: 'workflow.run.retried', payload: { actor: ana, run_attempt: 2, input: {}, reason: 'typo' } },
    'Ana retried the run with a new input (run attempt 2): typo.',
  ],
  [
    {
      type: 'workflow.run.created',
      payload: {
        ...noHeader,
        workflow: 'Order',
        version: 2,
        actor: ana,
        rerun_of: { run_id: 'run-1', version: 1, reason: 'fixed' },
      },
    },
    'Ana reran run-1 as Order, version 2: fixed.',
  ],
  [
    {
      type: 'workflow.run.carried_over',
      payload: {
        from_run: 'run-1',
        steps: { A: skipped, B: skipped },
        outputs: {},
        writes: {},
        signals: {},
        undo: [],
        effects: 'none',
      },
    },
    'The results of A and B were reused from run-1.',
  ],
  [
    { type: 'workflow.run.acknowledged', payload: { actor: ana, continued_by: 'run-2' } },
    'Ana continued with the run run-2 and its results.',
  ],
  [
    {
      type: 'workflow.node.overridden',
      step: 'A',
      iteration: 1,
      payload: { action: 'skip', actor: ana, reason: 'by hand' },
    },
    'Ana skipped A: by hand.',
  ],
  [
    { type: 'workflow.node.overridden', step: 'A', iteration: 1, payload: { action: 'complete', actor: ana } },
    'Ana marked A done.',
  ],
  [
    { type: 'workflow.node.overridden', step: 'A', iteration: 1, payload: { action: 'jump', to: 'C', actor: ana } },
    'Ana jumped from A to C.',
  ],
  [
    { type: 'workflow.run.reopened', payload: { reason: 'retry', steps: [{ step: 'A', iteration: 1 }] } },
    'A can run again.',
  ],
  [
    {
      type: 'workflow.run.reopened',
      payload: {
        reason: 'back_edge',
        steps: [
          { step: 'A', iteration: 2, entered: 'B' },
          { step: 'B', iteration: 2 },
        ],
      },
    },
    'A back edge leads to A.',
  ],
  [
    { type: 'workflow.run.reopened', payload: { reason: 'jump', steps: [{ step: 'A', iteration: 2, entered: 'B' }] } },
    'A jump leads to A.',
  ],
  [{ type: 'workflow.run.acknowledged', payload: { actor: ana } }, 'Ana acknowledged the outcome.'],
  [{ type: 'workflow.node.started', ...visit, payload: { step_type: 'STANDARD' } }, 'A started.'],
  [
    { type: 'workflow.node.started', ...visit, attempt: 2, payload: { step_type: 'STANDARD' } },
    'A started (attempt 2).',
  ],
  [
    { type: 'workflow.node.progress', ...visit, payload: { error, will_retry: true, retry_at: 5_000 } },
    'Attempt 1 of A failed: It broke. Retrying in 5 s.',
  ],
  [{ type: 'workflow.node.progress', ...visit, payload: { error } }, 'Attempt 1 of A failed: It broke.'],
  [{ type: 'workflow.node.progress', ...visit, payload: { fraction: 0.5 } }, 'A is 50 % done.'],
  [{ type: 'workflow.node.progress', ...visit, payload: { note: 'Half' } }, 'A: Half'],
  [{ type: 'workflow.node.progress', ...visit, payload: { note: 'Half', fraction: 0.5 } }, 'A is 50 % done: Half'],
  [{ type: 'workflow.node.progress', ...visit, payload: {} }, 'A is in progress.'],
  [
    { type: 'workflow.node.artifact', ...visit, payload: { name: 'Cut', type: 'video', url: 'https://x.example' } },
    'A reported the artifact Cut.',
  ],
  [{ type: 'workflow.node.completed', ...visit, payload: { output: null } }, 'A completed.'],
  [{ type: 'workflow.node.completed', ...visit, payload: { output: null, jump: 'B' } }, 'A completed and jumps to B.'],
  [
    { type: 'workflow.node.completed', ...visit, payload: { output: null, ignored_error: error } },
    'A failed (ignored): It broke.',
  ],
  [{ type: 'workflow.node.failed', ...visit, payload: { error, handled: false } }, 'A failed: It broke.'],
  [
    { type: 'workflow.node.failed', ...visit, payload: { error, handled: true } },
    'A failed, continuing with its failure connection: It broke.',
  ],
  [
    { type: 'workflow.node.skipped', step: 'A', iteration: 1, payload: { reason: 'dead' } },
    'A was skipped: the run took another way.',
  ],
  [
    {
      type: 'workflow.human_task.opened',
      step: 'A',
      iteration: 1,
      payload: { task_id: 't', title: 'Approve?', assignees: [], groups: [], excluded: [] },
    },
    'A asks: Approve?',
  ],
  [
    {
      type: 'workflow.human_task.decided',
      step: 'A',
      iteration: 1,
      payload: { task_id: 't', actor: ana, input: null },
    },
    'Ana decided A.',
  ],
  [
    {
      type: 'workflow.human_task.decided',
      step: 'A',
      iteration: 1,
      payload: { task_id: 't', actor: ana, input: null, reason: 'as agreed' },
    },
    'Ana decided A: as agreed.',
  ],
  [
    {
      type: 'workflow.human_task.approved',
      step: 'A',
      iteration: 1,
      payload: { task_id: 't', actor: ana, input: null, approvals: 1, required: 2 },
    },
    'Ana approved A (1 of 2).',
  ],
  [
    { type: 'workflow.human_task.reminded', step: 'A', iteration: 1, payload: { task_id: 't', reminder: 2 } },
    'Reminder 2 of A.',
  ],
  [
    { type: 'workflow.human_task.escalated', step: 'A', iteration: 1, payload: { task_id: 't', to: 'bosses' } },
    'A is overdue and was escalated to bosses.',
  ],
  [
    { type: 'workflow.human_task.closed', step: 'A', iteration: 1, payload: { task_id: 't', reason: 'run_ended' } },
    'The task of A was closed (run ended).',
  ],
  [
    {
      type: 'workflow.timer.set',
      step: 'A',
      iteration: 1,
      payload: { timer_id: 't', due_at: 60_000, purpose: 'wait' },
    },
    'A timer was set for A: due in 1 min.',
  ],
  [
    { type: 'workflow.timer.set', payload: { timer_id: 't', due_at: 60_000, purpose: 'run_timeout' } },
    'A timer was set for the run: due in 1 min.',
  ],
  [
    { type: 'workflow.timer.set', payload: { timer_id: 't', due_at: 60_000, purpose: 'settle' } },
    'Running steps have 1 min to finish before the rollback continues without them.',
  ],
  [
    {
      type: 'workflow.run.failed',
      payload: {
        status: 'FAILED',
        error: { code: 'Error', message: 'It broke.', step: 'A' },
        ended_by: { actor: { id: 'ana', name: 'Ana' }, reason: 'it hangs' },
      },
    },
    'The run failed at A: It broke. Ana ended it during the rollback: it hangs.',
  ],
  [{ type: 'workflow.timer.fired', step: 'A', iteration: 1, payload: { timer_id: 't' } }, 'The timer of A fired.'],
  [{ type: 'workflow.timer.fired', payload: { timer_id: 't' } }, 'The timer of the run fired.'],
  [{ type: 'workflow.timer.cancelled', payload: { timer_id: 't' } }, 'The timer of the run was stopped.'],
  [
    {
      type: 'workflow.child.spawned',
      step: 'A',
      iteration: 1,
      payload: { child_run_id: 'c', workflow: 'Child', input: null },
    },
    'A started sub-workflow Child.',
  ],
  [
    { type: 'workflow.run.steps_injected', step: 'A', iteration: 1, payload: { rules: [0], steps: ['B', 'C'] } },
    'A inserted B and C after it.',
  ],
  [
    { type: 'workflow.child.retried', step: 'A', iteration: 1, payload: { child_run_id: 'c', workflow: 'Child' } },
    'Sub-workflow Child of A was retried.',
  ],
  [
    {
      type: 'workflow.child.waits_changed',
      step: 'A',
      iteration: 1,
      payload: {
        child_run_id: 'c',
        waits: { count: 1, oldest: { run_id: 'c', task_id: 't', step: 'Ask', workflow: 'Child', since: 1 } },
      },
    },
    'The sub-workflow of A is waiting at Ask.',
  ],
  [
    {
      type: 'workflow.child.waits_changed',
      step: 'A',
      iteration: 1,
      payload: { child_run_id: 'c', waits: { count: 1 } },
    },
    'The sub-workflow of A is waiting at a step.',
  ],
  [
    {
      type: 'workflow.child.waits_changed',
      step: 'A',
      iteration: 1,
      payload: { child_run_id: 'c', waits: { count: 0 } },
    },
    'The sub-workflow of A no longer waits for people.',
  ],
  [
    {
      type: 'workflow.child.ended',
      step: 'A',
      iteration: 1,
      payload: { child_run_id: 'c', status: 'COMPLETED', state: null },
    },
    'The sub-workflow of A completed.',
  ],
  [
    {
      type: 'workflow.child.ended',
      step: 'A',
      iteration: 1,
      payload: { child_run_id: 'c', status: 'FAILED', state: {}, error, never_began: true },
    },
    'The sub-workflow of A did not start: It broke.',
  ],
  [{ type: 'workflow.compensation.started', ...visit, payload: { key: 'k' } }, 'Undoing A started.'],
  [
    { type: 'workflow.compensation.started', ...visit, attempt: 2, payload: { key: 'k' } },
    'Undoing A started (attempt 2).',
  ],
  [
    { type: 'workflow.compensation.completed', step: 'A', iteration: 1, payload: { outcome: 'noop' } },
    'A had nothing to undo.',
  ],
  [{ type: 'workflow.compensation.completed', step: 'A', iteration: 1, payload: { outcome: 'done' } }, 'A was undone.'],
  [
    { type: 'workflow.compensation.failed', ...visit, payload: { error, will_retry: true } },
    'Undoing A failed, retrying: It broke.',
  ],
  [
    { type: 'workflow.compensation.failed', ...visit, payload: { error, will_retry: false } },
    'Undoing A failed: It broke.',
  ],
]
