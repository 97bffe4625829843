'use client'

import { Check, CircleDot, X } from 'lucide-react'
import { useId } from 'react'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { Json } from '#core/json.ts'
import { classNames } from '../class-names.ts'
import { Kbd } from '../controls/kbd.tsx'
import type { Answer, Decision } from './decision.ts'

export interface DecisionControlProps {
  decision: Decision
  value: Json | undefined
  onChange(value: Json | undefined): void
  error: string | undefined
  disabled: boolean
}

const icons = {
  done: <Check className="size-4 shrink-0 text-done" />,
  failed: <X className="size-4 shrink-0 text-failed" />,
  idle: <CircleDot className="size-3.5 shrink-0 text-muted" />,
} as const

/** The decision of a form as large choices, each with its key. */
export function DecisionControl({ decision, value, onChange, error, disabled }: DecisionControlProps) {
  const id = useId()
  return (
    <fieldset
      data-decision
      disabled={disabled}
      className="grid gap-1"
      {...(error ? { 'aria-describedby': `${id}-error` } : {})}
    >
      <legend className="mb-1 text-label text-muted">{isolateText(decision.label)}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2.5">
        {decision.answers.map((answer) => (
          <AnswerChoice
            key={answer.label}
            answer={answer}
            name={`${id}-${decision.name}`}
            isChosen={value === answer.value}
            isMissing={error !== undefined && value === undefined}
            onChoose={() => onChange(answer.value)}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-small text-failed">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface AnswerChoiceProps {
  answer: Answer
  name: string
  isChosen: boolean
  isMissing: boolean
  onChoose(): void
}

function AnswerChoice({ answer, name, isChosen, isMissing, onChoose }: AnswerChoiceProps) {
  const [shown] = answer.keys
  return (
    <label
      className={classNames(
        'flex min-w-0 items-center gap-2.5 rounded-m border border-thread bg-surface px-3.25 py-2.75 font-semibold hover:border-faint has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen && 'border-accent ring-2 ring-[color-mix(in_srgb,var(--color-accent)_25%,transparent)]',
        isMissing && 'border-failed',
      )}
    >
      <input type="radio" name={name} className="sr-only" checked={isChosen} onChange={onChoose} />
      {icons[answer.tone]}
      <span className="min-w-0 flex-1 wrap-anywhere">{isolateText(answer.label)}</span>
      {shown && <Kbd keys={shown} />}
    </label>
  )
}
