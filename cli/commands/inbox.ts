import { Command, Option } from 'commander'
import { duration } from '#core/run/sentence/duration.ts'
import type { TaskItem } from '../models.ts'
import { paint } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { type Column, table } from '../output/table.ts'
import { presentFields } from '../present-fields.ts'
import type { Connect } from '../session.ts'
import { positive } from '../values.ts'

const scopes = ['available', 'mine', 'groups', 'later', 'all', 'done'] as const
const sorts = ['due', 'oldest', 'newest', 'priority'] as const

interface InboxOptions {
  readonly scope: (typeof scopes)[number]
  readonly sort: (typeof sorts)[number]
  readonly workflow?: string
  readonly queue?: string
  readonly search?: string
  readonly limit: number
  readonly cursor?: string
}

export function inboxCommand(connect: Connect): Command {
  return new Command('inbox')
    .description('list open human tasks, most urgent first')
    .addOption(new Option('--scope <which>', 'whose').choices(scopes).default('available'))
    .addOption(new Option('--sort <order>').choices(sorts).default('due'))
    .option('-w, --workflow <name>')
    .option('--queue <name>')
    .option('--search <text>', 'search titles, workflows, steps and shown fields')
    .option('-n, --limit <n>', 'how many', positive, 20)
    .option('--cursor <cursor>', 'continue after an earlier page')
    .action(async ({ scope, sort, workflow, queue, search, limit, cursor }: InboxOptions) => {
      const { client, terminal, json } = connect()
      // Done tasks and postponed tasks have an order of their own.
      const order = scope === 'done' || scope === 'later' ? undefined : sort
      const query = presentFields({ scope, sort: order, workflow, queue, search, limit, cursor })
      const page = await client.told(client.api.GET('/v1/human-tasks', { params: { query } }))
      if (json) printJson(terminal, page)
      else if (page.items.length === 0) terminal.say('No open tasks.\n')
      else terminal.out(table(terminal, columns(terminal.now()), page.items))
      if (!json && page.next_cursor !== null) {
        terminal.say(`There are more: use --limit, or --cursor ${page.next_cursor}\n`)
      }
    })
}

const columns = (now: number): readonly Column<TaskItem>[] => [
  { title: 'TASK', value: (task) => task.task_id },
  { title: 'TITLE', value: (task) => task.title, shrinks: true },
  { title: 'WORKFLOW', value: (task) => task.workflow_name, shrinks: true, yields: 1 },
  {
    title: 'FIELDS',
    value: (task) => task.fields.map(({ label, value }) => `${label} ${shown(value)}`).join(', '),
    shrinks: true,
    yields: 4,
  },
  { title: 'AGE', value: (task) => duration(now - Date.parse(task.opened_at)), right: true, yields: 3 },
  {
    title: 'DUE',
    value: (task) => (task.due_at === null ? '' : dueIn(Date.parse(task.due_at) - now)),
    paint: (terminal, text) => (text.trim().endsWith('ago') ? paint(terminal, 'red', text) : text),
  },
  {
    title: 'WITH',
    value: (task) => task.decided_by?.name ?? task.holder?.name ?? [...task.assignees, ...task.groups].join(', '),
    shrinks: true,
    yields: 2,
  },
]

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const dueIn = (ms: number) => (ms < 0 ? `${duration(-ms)} ago` : `in ${duration(ms)}`)
