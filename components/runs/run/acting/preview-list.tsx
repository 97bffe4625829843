import { ArrowRight, Check, RotateCcw } from 'lucide-react'
import { Chip } from '#components/ui/chip.tsx'
import type { PreviewStep } from '#core/run/again/preview.ts'
import { effectWords, previewSentence } from './preview-words.ts'

const fates = {
  again: { icon: <RotateCcw />, word: 'runs again', tone: 'text-active' },
  reused: { icon: <Check />, word: 'reused', tone: 'text-done' },
  ahead: { icon: <ArrowRight />, word: 'ahead', tone: 'text-faint' },
} as const

/** What would run again, what would be reused, and what that does outside of the run. */
export function PreviewList({ steps }: { steps: readonly PreviewStep[] }) {
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-small text-muted">
        {previewSentence(steps)}
      </p>
      <ul aria-label="What happens to each step" className="max-h-56 divide-y overflow-y-auto rounded-m border">
        {steps.map((step) => (
          <Row key={step.step} step={step} />
        ))}
      </ul>
    </div>
  )
}

function Row({ step }: { step: PreviewStep }) {
  const { icon, word, tone } = fates[step.fate]
  const effect = step.fate === 'reused' ? null : effectWords(step)
  return (
    <li className="flex items-baseline gap-2 px-2.5 py-1.5 text-small">
      <span
        aria-hidden="true"
        className={`translate-y-0.5 [&_svg]:size-3.5 ${effect && step.fate === 'again' ? 'text-async' : tone}`}
      >
        {icon}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-[550]">{step.step}</span>
          <span className="text-muted">{word}</span>
          {step.changed && <Chip>changed since</Chip>}
          {step.itemsKept !== undefined && (
            <span className="text-muted">{step.itemsKept} items keep their results</span>
          )}
        </span>
        {effect && <span className="break-words text-muted">{effect}</span>}
      </span>
    </li>
  )
}
