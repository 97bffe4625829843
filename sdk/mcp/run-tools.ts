import { z } from 'zod'
import { answered } from '../client/api.ts'
import { type HeddleClient, HeddleError } from '../client/index.ts'
import { answerOf } from './answer.ts'
import { type Tool, tool } from './tool.ts'
import { mcpBounds } from './tuning.ts'

const run_id = z.uuid().describe('The id of the run.')
const cursor = z.string().exactOptional().describe('next_cursor of the previous page.')
const limit = z.int().min(1).max(200).default(mcpBounds.itemsPerAnswer)

/** Tools that read runs; they change nothing. */
export const runTools: readonly Tool[] = [
  tool(
    { name: 'list_runs', title: 'List runs', description: 'Lists runs, newest first.', isReadOnly: true },
    z.strictObject({
      workflow: z.string().exactOptional().describe('Runs of this workflow alone.'),
      status: z.enum(['pending', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled']).exactOptional(),
      limit,
      cursor,
    }),
    async ({ status, ...query }, { heddle }) => {
      const params = { query: { ...query, ...(status && { status: [status] }) } }
      const { items, next_cursor } = await answered(heddle.api.GET('/v1/workflow-runs', { params }))
      const shown = items.map(({ run_id, workflow_name, workflow_version, status, error, tags, created_at }) => ({
        run_id,
        workflow_name,
        workflow_version,
        status,
        error,
        tags,
        created_at,
      }))
      return answerOf({ items: shown, next_cursor })
    },
  ),
  tool(
    {
      name: 'get_run',
      title: 'Read a run',
      description:
        'Reads a run: its status, what it does in words, its input, output and error, and its possible verbs.',
      isReadOnly: true,
    },
    z.strictObject({ run_id }),
    async ({ run_id }, { heddle }) => answerOf(await heddle.workflows.runs.get(run_id)),
  ),
  tool(
    {
      name: 'why_does_it_wait',
      title: 'Why a run waits',
      description: 'Tells in words what a run does or waits for, with its open tasks, locks and failure.',
      isReadOnly: true,
    },
    z.strictObject({ run_id }),
    async ({ run_id }, { heddle }) => {
      const run = await heddle.workflows.runs.get(run_id)
      return answerOf({
        why: run.sentence,
        status: run.status,
        current_steps: run.current_steps,
        waits_for_people: run.human_wait,
        waits_for_locks: run.envelope_wait,
        error: run.error,
        open_tasks: await openTasksOf(heddle, run_id),
        possible_verbs: run.actions.filter(({ allowed }) => allowed).map(({ verb }) => verb),
        page: pageOf(heddle, run_id),
      })
    },
  ),
  tool(
    {
      name: 'read_history',
      title: 'Read the history of a run',
      description: 'Reads the recorded events of a run, oldest first, page by page.',
      isReadOnly: true,
    },
    z.strictObject({ run_id, limit, cursor }),
    async ({ run_id, ...query }, { heddle }) => {
      const params = { path: { id: run_id }, query }
      return answerOf(await answered(heddle.api.GET('/v1/workflow-runs/{id}/history', { params })))
    },
  ),
]

export const pageOf = (heddle: HeddleClient, runId: string) => `${heddle.baseUrl}/runs/${runId}`

/** The open tasks of a run and of those below it; a text where the caller may not see tasks. */
async function openTasksOf(heddle: HeddleClient, runId: string) {
  try {
    const query = { below_run_id: runId, scope: 'all' as const, limit: mcpBounds.itemsPerAnswer }
    const { items } = await answered(heddle.api.GET('/v1/human-tasks', { params: { query } }))
    return items.map(({ task_id, step, title, assignees, groups, holder, due_at }) => ({
      task_id,
      step,
      title,
      assignees,
      groups,
      holder,
      due_at,
    }))
  } catch (error) {
    if (error instanceof HeddleError && error.code === 'FORBIDDEN') return error.message
    throw error
  }
}
