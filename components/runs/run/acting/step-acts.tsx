'use client'

import { CircleCheckBig, CornerUpRight, RotateCcw, SkipForward } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import { runActingTexts } from '../../texts/run-acting.ts'
import type { OverrideVerb } from './override/override-choice.ts'
import type { Permissions } from './use-permissions.ts'

interface StepActsProps {
  step: string
  permissions: Permissions
  mayRetryFrom: boolean
  onRetryFrom(): void
  onAsk(verb: OverrideVerb): void
}

const overrides = [
  { verb: 'skip', label: runActingTexts.skip, icon: SkipForward },
  { verb: 'mark_done', label: runActingTexts.markDoneLabel, icon: CircleCheckBig },
  { verb: 'jump', label: runActingTexts.jumpToStepLabel, icon: CornerUpRight },
] as const

/** The actions on one step of a run; each shows its effects before it is performed. */
export function StepActs({ step, permissions, mayRetryFrom, onRetryFrom, onAsk }: StepActsProps) {
  const why = (verb: OverrideVerb) => permissions.barred(verb).find((each) => each.step === step)?.because
  const offered = overrides.filter(({ verb }) => permissions.steps(verb).includes(step) || why(verb) !== undefined)
  const reason = offered.map(({ verb }) => why(verb)).find((each) => each !== undefined)
  if (!mayRetryFrom && offered.length === 0) return null
  return (
    <section aria-label={runActingTexts.actions} className="flex flex-wrap gap-1.5 border-t pt-3">
      {mayRetryFrom && (
        <Button size="small" icon={<RotateCcw />} onClick={onRetryFrom}>
          {runActingTexts.retryFromThisStep}
        </Button>
      )}
      {offered.map(({ verb, label, icon: Icon }) => (
        <Button
          key={verb}
          size="small"
          icon={<Icon />}
          disabled={why(verb) !== undefined}
          title={why(verb)}
          onClick={() => onAsk(verb)}
        >
          {label}
        </Button>
      ))}
      {reason !== undefined && <p className="w-full text-muted text-small">{reason}</p>}
    </section>
  )
}
