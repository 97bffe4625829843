import type { BulkPreview } from '#components/api/models.ts'
import { StatusChip } from '#components/ui/controls/chip.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { previewSentence } from '#core/run/preview/preview-words.ts'
import { PreviewList } from '../run/acting/preview-list.tsx'
import { bulkTexts } from '../texts/bulk.ts'
import { mayTake } from './bulk-choice.ts'
import { type BulkVerbType, causeTitle, moreCausesWords } from './bulk-words.ts'

/** The number of runs by status and, for actions that repeat steps, the effect on the newest run of each cause. */
export function BulkPreviewPart({ verb, preview }: { verb: BulkVerbType; preview: BulkPreview }) {
  const { statuses, causes, moreCauses } = preview
  return (
    <>
      <ul aria-label={bulkTexts.byStatus} className="grid grid-cols-[max-content_1fr] gap-x-2 gap-y-1 text-small">
        {statuses.map(({ status, count }) => (
          <li key={status} className="col-span-2 grid grid-cols-subgrid items-center">
            <span className="text-right tabular-nums">{formatNumber(count)}</span>
            <span className="flex flex-wrap items-center gap-2">
              <StatusChip status={status} />
              {!mayTake(verb, status) && <span className="text-muted">{bulkTexts.skippedAndListed}</span>}
            </span>
          </li>
        ))}
      </ul>
      {causes.map(({ preview: one, ...cause }, index) => (
        <details key={cause.runId} open={index === 0} className="grid gap-1.5 text-small">
          <summary className="cursor-default wrap-anywhere">{causeTitle(cause)}</summary>
          {one.ok ? (
            <PreviewList sentence={bulkTexts.newestRun(previewSentence(one.steps))} steps={one.steps} />
          ) : (
            <Callout tone="human">{bulkTexts.newestRunIsSkipped(one.message)}</Callout>
          )}
        </details>
      ))}
      {moreCauses > 0 && <p className="text-small text-muted">{moreCausesWords(moreCauses)}</p>}
    </>
  )
}
