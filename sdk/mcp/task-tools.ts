import { z } from 'zod'
import { answered } from '../client/api.ts'
import { randomKey } from '../client/random-key.ts'
import type { Task } from '../client/types.ts'
import { answerOf, refusalOf } from './answer.ts'
import { personForm } from './person-form.ts'
import { type Tool, type ToolCall, tool } from './tool.ts'
import { mcpBounds } from './tuning.ts'

/**
 * Tools for human tasks. A decision is asked of the person in front of the model by a form: no tool takes an answer from
 * the model.
 */
export const taskTools: readonly Tool[] = [
  tool(
    {
      name: 'list_tasks',
      title: 'List human tasks',
      description: 'Lists the open human tasks that the user may decide.',
      isReadOnly: true,
    },
    z.strictObject({
      workflow: z.string().exactOptional(),
      cursor: z.string().exactOptional().describe('next_cursor of the previous page.'),
    }),
    async (query, { heddle }) => {
      const params = { query: { ...query, scope: 'available' as const, limit: mcpBounds.itemsPerAnswer } }
      const { items, next_cursor } = await answered(heddle.api.GET('/v1/human-tasks', { params }))
      const shown = items.map(({ task_id, run_id, workflow_name, step, title, fields, due_at, opened_at }) => ({
        task_id,
        run_id,
        workflow_name,
        step,
        title,
        fields,
        due_at,
        opened_at,
      }))
      return answerOf({ items: shown, next_cursor })
    },
  ),
  tool(
    {
      name: 'decide_task',
      title: 'Let the user decide a human task',
      description:
        'Shows the form of a human task to the user, who decides it. The answer comes from the user alone: it cannot be given here.',
      isReadOnly: false,
    },
    z.strictObject({ task_id: z.uuid().describe('The id of the task, as list_tasks shows it.') }),
    decide,
  ),
]

async function decide({ task_id: id }: { readonly task_id: string }, { heddle, askPerson }: ToolCall) {
  const task = await answered(heddle.api.GET('/v1/human-tasks/{id}', { params: { path: { id } } }))
  const page = `${heddle.baseUrl}/inbox?task=${id}`
  if (task.status !== 'open') return refusalOf(`This task is ${task.status} already. Its page: ${page}`)
  if (askPerson === null) {
    return refusalOf(
      `A person must decide this task, and this program cannot show them a form (MCP elicitation). Ask the user to open ${page}`,
    )
  }
  const form = personForm(task.form)
  if (form === null) return refusalOf(`The form of this task is shown by its page alone. Ask the user to open ${page}`)
  const input = await askPerson(messageOf(task), form)
  if (input === null) return answerOf('The user did not decide the task. It is still open.')
  const params = { path: { id }, header: { 'Idempotency-Key': randomKey() } }
  const body = { expected_revision: task.revision, input }
  return answerOf(await answered(heddle.api.POST('/v1/human-tasks/{id}/decide', { params, body })))
}

/** What the person reads above the form. */
function messageOf({ title, instructions, fields, workflow_name }: Task): string {
  const facts = fields.map(
    ({ label, value }) => `${label}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [`${title} (${workflow_name})`, ...(instructions === null ? [] : [instructions]), ...facts].join('\n')
}
