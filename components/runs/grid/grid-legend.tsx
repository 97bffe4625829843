import { toneClasses } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'

const shown = [
  ['done', 'completed'],
  ['failed', 'failed'],
  ['human', 'waits for somebody'],
  ['async', 'retries or waits'],
  ['undone', 'undone'],
] as const

/** The meaning of the signs; each cell has it in its label, too. */
export function GridLegend() {
  return (
    <p className="ml-auto flex items-center gap-3 max-md:hidden">
      {shown.map(([tone, word]) => (
        <span key={tone} className="flex items-center gap-1">
          <ToneIcon tone={tone} className={`${toneClasses[tone]} size-3 stroke-[2.5] text-tone`} />
          {word}
        </span>
      ))}
      <span>– skipped</span>
      <span>· not reached</span>
    </p>
  )
}
