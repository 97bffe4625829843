import { Command, InvalidArgumentError, Option } from 'commander'
import { readValueCondition } from '#core/run/search/value-condition.ts'
import { duration } from '#core/run/sentence/duration.ts'
import { type PublicStatus, type Status, statuses } from '#core/run/statuses.ts'
import { findRun } from '../find-run.ts'
import type { RunItem } from '../models.ts'
import { paint, paintStatus } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { type Column, table } from '../output/table.ts'
import { presentFields } from '../present-fields.ts'
import type { Connect } from '../session.ts'
import { positive, readDuration, readInstant, usage } from '../values.ts'

interface RunsOptions {
  readonly status?: string
  readonly workflow?: string
  readonly version?: number
  readonly owner?: string
  readonly region?: string
  readonly search?: string
  readonly error?: string
  readonly tag?: readonly string[]
  readonly where?: readonly string[]
  readonly since?: string
  readonly until?: string
  readonly longer?: number
  readonly shorter?: number
  readonly trouble?: (typeof troubles)[number]
  readonly waiting?: true | 'person' | 'signal'
  readonly children?: true
  readonly parent?: string
  readonly limit: number
  readonly cursor?: string
}

export function runsCommand(connect: Connect): Command {
  return new Command('runs')
    .description('list runs, newest first')
    .option(
      '-s, --status <list>',
      'failed, waiting, COMPLETED …, separated by commas; the first word matches all such statuses; also running and paused',
    )
    .option('-w, --workflow <name>')
    .option('--version <n>', 'of the workflow', positive)
    .option('--owner <id>', 'runs of this owner, if you can see them')
    .option('--region <name>', 'runs in this data region')
    .option('--search <text>', 'search names, ids and errors, or a whole tag')
    .option('--error <text>', 'in the error of a failed run')
    .option('-t, --tag <tags...>')
    .option('--where <conditions...>', `on a value of the input or the state: 'input.amount > 1000'`, conditionOf)
    .option('--since <time>', 'created since: 2h, 3d, 2026-11-21T08:00Z')
    .option('--until <time>', 'created until')
    .option('--longer <duration>', 'that take, or took, at least so long: 500ms, 90s, 2h', readDuration)
    .option('--shorter <duration>', 'shorter than this', readDuration)
    .addOption(new Option('--trouble <kind>', 'only runs with this problem').choices(troubles))
    .addOption(
      new Option(
        '--waiting [whom]',
        'only runs that wait for a person or a signal, including in sub-workflows',
      ).choices(['person', 'signal']),
    )
    .option('--children', 'sub-workflows too')
    .option('--parent <run>', 'only the sub-workflows that this run has started itself')
    .option('-n, --limit <n>', 'how many', positive, 20)
    .option('--cursor <cursor>', 'continue after an earlier page')
    .action(async (options: RunsOptions) => {
      const { client, terminal, json } = connect()
      const now = terminal.now()
      const parent = options.parent && (await findRun(client, options.parent))
      const query = presentFields({
        ...(options.status === undefined ? {} : statusesOf(options.status)),
        workflow: options.workflow,
        version: options.version,
        owner_id: options.owner,
        data_region: options.region,
        search: options.search,
        error: options.error,
        tags: options.tag && [...options.tag],
        values: options.where && JSON.stringify(options.where.map((text) => readValueCondition(text))),
        created_from: options.since && readInstant(options.since, now),
        created_to: options.until && readInstant(options.until, now),
        longer_than_ms: options.longer,
        shorter_than_ms: options.shorter,
        trouble: options.trouble,
        blocked_on_human: options.waiting === true ? true : undefined,
        waiting_for: options.waiting === true ? undefined : options.waiting,
        roots_only: options.children || parent ? undefined : true,
        parent_run_id: parent,
        limit: options.limit,
        cursor: options.cursor,
      })
      const page = await client.told(client.api.GET('/v1/workflow-runs', { params: { query } }))
      if (json) return printJson(terminal, page)
      if (page.items.length === 0) return terminal.say('No runs match.\n')
      terminal.out(table(terminal, columns(now), page.items))
      if (page.next_cursor !== null) terminal.say(`There are more: use --limit, or --cursor ${page.next_cursor}\n`)
    })
}

const columns = (now: number): readonly Column<RunItem>[] => [
  { title: 'RUN', value: (run) => run.run_id },
  { title: 'WORKFLOW', value: (run) => `${run.workflow_name} v${run.workflow_version}`, shrinks: true },
  {
    title: 'ABOUT',
    value: (run) => run.about?.map(({ value }) => value).join(' · ') ?? '',
    shrinks: true,
    yields: 1,
  },
  { title: 'STATUS', value: (run) => run.workflow_status, paint: paintStatus },
  { title: 'AGE', value: (run) => duration(now - Date.parse(run.created_at)), right: true, yields: 2 },
  {
    title: 'AT',
    value: at,
    paint: (terminal, text) => paint(terminal, 'dim', text),
    shrinks: true,
    yields: 3,
  },
]

/** The failure, or the current steps; a pause does not show in the run's status. */
function at({ error, status, current_steps }: RunItem): string {
  const where = error?.message ?? current_steps.join(', ')
  if (status !== 'paused') return where
  return where === '' ? 'paused' : `paused at ${where}`
}

/**
 * Query parameters for a list of statuses. `failed` stands for `FAILED` and every status that begins with it. `running`
 * and `paused` exist in the public status only, and must stand alone.
 */
function statusesOf(list: string): { status?: PublicStatus[]; workflow_status?: Status[] } {
  const words = list.split(',').map((word) => word.trim())
  const isPublic = (word: string) => publicOnly.includes(word.toLowerCase())
  if (words.every(isPublic)) return { status: words.map((word) => word.toLowerCase() as PublicStatus) }
  const found = words.flatMap((word) => {
    if (isPublic(word)) throw usage(`${word} cannot be combined with other statuses.`)
    const wanted = word.toUpperCase()
    const fitting = statuses.filter((status) => status === wanted || status.startsWith(`${wanted}_`))
    if (fitting.length > 0) return fitting
    throw usage(`Unknown status ${word}. Use one of ${statuses.join(', ')}, or ${publicOnly.join(' and ')}.`)
  })
  return { workflow_status: [...new Set(found)] }
}

const troubles = ['waiting', 'signal', 'retrying', 'no_worker', 'stale', 'quarantined', 'failed', 'any'] as const

const publicOnly: readonly string[] = ['running', 'paused'] satisfies PublicStatus[]

/** The condition is parsed here only to refuse a wrong one early; commander collects the option's values. */
function conditionOf(text: string, earlier: readonly string[] = []): readonly string[] {
  if (readValueCondition(text) === null) {
    throw new InvalidArgumentError(`Use a path, a comparison and a value, such as 'input.amount > 1000'.`)
  }
  return [...earlier, text]
}
