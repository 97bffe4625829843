import type { ComponentProps } from 'react'
import { type Awaited, envelopeWord, queuedWord, statusWord } from '#core/run/status-words.ts'
import { classNames } from '../class-names.ts'
import { type Tone, toneClasses, toneOfStatus } from '../layout/tone.ts'
import { ToneIcon } from '../layout/tone-icon.tsx'

export interface ChipProps extends ComponentProps<'span'> {
  tone?: Tone
  icon?: boolean
}

/** A small label; with `icon`, the icon of its tone stands before the text. */
export function Chip({ tone = 'idle', icon = false, className, children, ...rest }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1.25 rounded-[6px] bg-tone-soft px-1.75 text-[12px]/5 font-[550] whitespace-nowrap text-tone',
        toneClasses[tone],
        className,
      )}
      {...rest}
    >
      {icon && <ToneIcon tone={tone} className="size-2.75 stroke-[2.5]" />}
      {children}
    </span>
  )
}

interface StatusChipProps {
  status: string
  /** The waits of the run, which tell a signal from an approval; left out where they are not known. */
  waits?: Awaited | null
  /** The phase of the run: before its first step it may wait in its envelope. */
  phase?: string
  /** No engine has begun the run. */
  isQueued?: boolean
  /** On a phone only the icon is visible. */
  isShort?: boolean
}

/** A run's status in human words, with its colour and icon; the status itself is the tooltip. */
export function StatusChip({
  status,
  waits = 'either',
  phase = '',
  isQueued = false,
  isShort = false,
}: StatusChipProps) {
  const beforeRunning = envelopeWord(status, phase) ?? (isQueued ? queuedWord : null)
  return (
    <Chip
      tone={beforeRunning === null ? toneOfStatus(status) : 'async'}
      icon
      title={status}
      data-status={status}
      className="shrink text-[12px]/5 font-medium"
    >
      <span className={classNames('truncate', isShort && 'max-sm:sr-only')}>
        {beforeRunning ?? statusWord(status, waits)}
      </span>
    </Chip>
  )
}
