import type { OverridePreview } from '#core/run/preview/preview-override.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import {
  abandonedWorkWords,
  becomesWords,
  effectWords,
  missingWords,
  overrideSentence,
  previewSentence,
} from '#core/run/preview/preview-words.ts'
import { CommandError } from '../command-error.ts'
import { findRun } from '../find-run.ts'
import type { PreviewQuery, RunPreview } from '../models.ts'
import { paint } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { table } from '../output/table.ts'
import type { Session } from '../session.ts'

/** Prints the effects of an operation on each step of a run without doing it; throws where the run would refuse it. */
export async function tellPreview(session: Session, run: string, query: PreviewQuery): Promise<void> {
  const { client, terminal, json } = session
  const params = { path: { id: await findRun(client, run) }, query }
  const asked = client.api.GET('/v1/workflow-runs/{id}/preview', { params })
  const preview = (await client.told(asked)) as RunPreview
  if (json) return printJson(terminal, preview)
  if (!preview.allowed) throw new CommandError(preview.because, { code: 'INVALID_TRANSITION' })
  const steps = preview.steps.map(asStep)
  const columns = [
    { title: 'STEP', value: ({ step }: PreviewStep) => step, shrinks: true },
    { title: 'BECOMES', value: becomesWords },
    { title: 'OUTSIDE', value: outside, shrinks: true },
  ]
  terminal.out(table<PreviewStep>(terminal, columns, steps))
  terminal.out(`${printable('ends' in preview ? overrideSentence(endOf(preview, steps)) : previewSentence(steps))}\n`)
  terminal.say(`${paint(terminal, 'dim', 'Nothing was changed. Run it without --dry-run to apply.')}\n`)
}

type Previewed = Extract<RunPreview, { readonly allowed: true }>

function asStep(said: Previewed['steps'][number]): PreviewStep {
  const { step, type, fate, effects, same_key, undone_by, given_up, fails, missing } = said
  const undo = undone_by !== null && { undoneBy: undone_by }
  const fault = fails !== null && { fails }
  return {
    step,
    type,
    fate,
    effects,
    ...(same_key && { sameKey: true }),
    ...undo,
    givenUp: given_up,
    ...fault,
    missing,
  }
}

function outside(step: PreviewStep): string {
  const { fails = [], givenUp = [] } = step
  return [fails, effectWords(step) ?? [], missingWords(step) ?? [], givenUp.map(abandonedWorkWords)].flat().join('; ')
}

function endOf(
  { ends, kept_back }: Extract<Previewed, { readonly ends: unknown }>,
  steps: readonly PreviewStep[],
): Extract<OverridePreview, { readonly ok: true }> {
  return { ok: true, steps, ...(ends !== null && { ends }), ...(kept_back !== null && { keptBack: kept_back }) }
}
