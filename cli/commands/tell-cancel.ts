import { CommandError } from '../command-error.ts'
import { findRun } from '../find-run.ts'
import type { CancelPreviewObject } from '../models.ts'
import { paint } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import type { Session } from '../session.ts'

/** Prints the effects of cancelling a run without doing it; throws where the run would refuse it. */
export async function tellCancel(
  { client, terminal, json }: Session,
  run: string,
  how: { readonly compensate?: boolean; readonly force?: boolean },
): Promise<void> {
  const params = { path: { id: await findRun(client, run) }, query: { of: 'cancel' as const, ...how } }
  const asked = client.api.GET('/v1/workflow-runs/{id}/preview', { params })
  const preview = (await client.told(asked)) as CancelPreviewObject
  if (json) return printJson(terminal, preview)
  if (!preview.allowed) throw new CommandError(preview.because, { code: 'INVALID_TRANSITION' })
  terminal.out(
    linesOf(preview)
      .map((line) => `${printable(line)}\n`)
      .join(''),
  )
  terminal.say(`${paint(terminal, 'dim', 'Nothing was changed. Run it without --dry-run to apply.')}\n`)
}

function linesOf(preview: Extract<CancelPreviewObject, { readonly allowed: true }>): readonly string[] {
  const { ends, undoes, waits_for, not_undone, abandoned } = preview
  const said = (what: string, steps: readonly string[]) => (steps.length === 0 ? [] : [`${what}: ${steps.join(', ')}.`])
  return [
    ends === null ? 'The run rolls back before it ends.' : `The run ends immediately as ${ends}.`,
    ...said('First waits for', waits_for),
    ...said('Undoes, in this order', undoes),
    ...said('Completed, not undone', not_undone),
    ...said('May still complete', abandoned),
  ]
}
