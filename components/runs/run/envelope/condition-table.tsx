import { Chip } from '#components/ui/controls/chip.tsx'
import { HeadCell } from '#components/ui/layout/table-parts.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { ConditionResult } from '#core/run/events/envelope-event.ts'
import { envelopeTexts } from '../../texts/envelope.ts'

/** The conditions of the envelope, each with its last value and what it waits for. */
export function ConditionTable({ conditions }: { readonly conditions: readonly ConditionResult[] }) {
  if (conditions.length === 0) return null
  return (
    <section className="grid w-full gap-1.5">
      <h3 className="text-title">{envelopeTexts.conditions}</h3>
      <table className="w-full max-w-4xl border-separate border-spacing-0">
        <thead className="bg-surface">
          <tr>
            <HeadCell className="bg-surface pl-0">{envelopeTexts.condition}</HeadCell>
            <HeadCell className="bg-surface">{envelopeTexts.value}</HeadCell>
            <HeadCell className="bg-surface">{envelopeTexts.reads}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {conditions.map(({ name, value, error, resources = [], signal }) => (
            <tr key={name} className="*:border-b *:py-1.5 *:align-top">
              <th scope="row" className="pr-3 text-left font-medium wrap-anywhere">
                {isolateText(name)}
              </th>
              <td className="px-3">
                <Chip tone={value ? 'done' : error === undefined ? 'human' : 'failed'} icon>
                  {value ? envelopeTexts.isTrue : envelopeTexts.isFalse}
                </Chip>
              </td>
              <td className="px-3 text-muted wrap-anywhere">
                {[
                  signal !== undefined && envelopeTexts.signal(isolateText(signal)),
                  ...resources,
                  error && isolateText(error),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
