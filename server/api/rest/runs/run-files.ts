import type { RunSummary } from '#server/runs/models.ts'
import { runListItem } from '../run-object.ts'

/** A file format for runs: media type, file name, and the text in pieces. */
export interface RunFile {
  readonly type: string
  readonly name: string
  write(runs: AsyncIterable<RunSummary>): AsyncGenerator<string>
}

const columns = [
  ['run_id', (run) => run.runId],
  ['workflow', (run) => run.workflow],
  ['version', (run) => run.version],
  ['status', (run) => run.status],
  ['phase', (run) => run.phase],
  ['public_status', (run) => run.publicStatus],
  ['current_steps', (run) => run.currentSteps.join(' ')],
  ['error_code', (run) => run.error?.code],
  ['error_step', (run) => run.error?.step],
  ['error_message', (run) => run.error?.message],
  ['parent_run_id', (run) => run.parentRunId],
  ['root_run_id', (run) => run.rootRunId],
  ['owner_id', (run) => run.ownerId],
  ['data_region', (run) => run.dataRegion],
  ['tags', (run) => run.tags.join(' ')],
  ['created_at', (run) => run.createdAt],
  ['started_at', (run) => run.startedAt],
  ['ended_at', (run) => run.endedAt],
] as const satisfies readonly (readonly [string, (run: RunSummary) => string | number | null | undefined])[]

export const runFiles = {
  csv: {
    type: 'text/csv; charset=utf-8',
    name: 'runs.csv',
    async *write(runs) {
      yield `${columns.map(([name]) => name).join(',')}\r\n`
      for await (const run of runs) yield `${columns.map(([, of]) => cell(of(run))).join(',')}\r\n`
    },
  },
  json: {
    type: 'application/json; charset=utf-8',
    name: 'runs.json',
    async *write(runs) {
      let before = '[\n'
      for await (const run of runs) {
        yield before + JSON.stringify(runListItem(run))
        before = ',\n'
      }
      yield before === '[\n' ? '[]\n' : '\n]\n'
    },
  },
} as const satisfies Record<string, RunFile>

/**
 * A CSV cell, quoted where necessary. A text that a spreadsheet would execute as a formula gets a leading apostrophe.
 */
function cell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const harmless = typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
