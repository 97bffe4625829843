import {
  ArrowRight,
  Check,
  CircleCheckBig,
  CornerUpRight,
  Equal,
  Minus,
  Play,
  RotateCcw,
  SkipForward,
  X,
} from 'lucide-react'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import {
  abandonedWorkWords,
  becomesWords,
  effectWords,
  missingWords,
  runsNow,
} from '#core/run/preview/preview-words.ts'
import { runActingTexts } from '../../texts/run-acting.ts'

const signs = {
  again: { icon: <RotateCcw />, tone: 'text-active' },
  next: { icon: <Play />, tone: 'text-active' },
  reused: { icon: <Check />, tone: 'text-done' },
  stays: { icon: <Equal />, tone: 'text-faint' },
  ahead: { icon: <ArrowRight />, tone: 'text-faint' },
  left_out: { icon: <Minus />, tone: 'text-faint' },
  skipped: { icon: <SkipForward />, tone: 'text-accent' },
  given: { icon: <CircleCheckBig />, tone: 'text-accent' },
  left: { icon: <CornerUpRight />, tone: 'text-accent' },
} as const

/** The effect of an action on each step, and its effects outside of the run. */
export function PreviewList({ sentence, steps }: { sentence: string; steps: readonly PreviewStep[] }) {
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-small text-muted">
        {sentence}
      </p>
      <ul
        aria-label={runActingTexts.whatHappensToEachStep}
        className="max-h-[38vh] divide-y overflow-y-auto rounded-m border"
      >
        {steps.map((step) => (
          <Row key={step.step} step={step} />
        ))}
      </ul>
    </div>
  )
}

function Row({ step }: { step: PreviewStep }) {
  const { icon, tone } = step.fails === undefined ? signs[step.fate] : { icon: <X />, tone: 'text-failed' }
  const effect = effectWords(step)
  const lacks = missingWords(step)
  return (
    <li className="flex items-baseline gap-2 px-2.5 py-1.5 text-small">
      <span
        aria-hidden="true"
        className={`translate-y-0.5 [&_svg]:size-3.5 ${effect && runsNow(step) ? 'text-async' : tone}`}
      >
        {icon}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-[550]">{step.step}</span>
          <span className={step.fails === undefined ? 'text-muted' : 'text-failed'}>{becomesWords(step)}</span>
          {step.changed && <Chip>{runActingTexts.changedSince}</Chip>}
          {step.itemsKept !== undefined && (
            <span className="text-muted">{runActingTexts.itemsKeepTheirResults(step.itemsKept)}</span>
          )}
        </span>
        {step.fails !== undefined && <span className="break-words text-failed">{step.fails}</span>}
        {effect && <span className="break-words text-muted">{effect}</span>}
        {lacks && <span className="break-words text-human">{lacks}</span>}
        {step.givenUp?.map((lost) => (
          <span key={`${lost.kind} ${lost.what}`} className="break-words text-async">
            {abandonedWorkWords(lost)}
          </span>
        ))}
      </span>
    </li>
  )
}
