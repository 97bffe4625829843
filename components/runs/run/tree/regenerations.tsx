import type { RunDetail } from '#components/api/models.ts'
import { RunLink } from '../../run-link.tsx'
import { variantTexts } from '../../texts/variants.ts'

/** The run that this run regenerates, and the runs that regenerate this one. */
export function Regenerations({ lineage, regeneratedBy }: Pick<RunDetail, 'lineage' | 'regeneratedBy'>) {
  if (lineage === null && regeneratedBy.length === 0) return null
  return (
    <section className="grid gap-2" aria-label={variantTexts.regenerations}>
      <h2 className="text-label text-muted">{variantTexts.regenerations}</h2>
      <ul className="grid gap-1.5 text-body">
        {lineage !== null && (
          <li>
            {variantTexts.regenerates}{' '}
            {lineage.parentVariantIndex !== null && variantTexts.ofVariant(lineage.parentVariantIndex)}
            <RunLink runId={lineage.parentRunId} />
          </li>
        )}
        {regeneratedBy.map((runId) => (
          <li key={runId}>
            {variantTexts.regeneratedAs} <RunLink runId={runId} />
          </li>
        ))}
      </ul>
    </section>
  )
}
