import { Check, User, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { type Tone, toneClasses } from '#components/ui/layout/tone.ts'

export type StorySubject = 'approval' | 'saga' | 'sub-workflows'

const sketches: Readonly<Record<StorySubject, () => ReactNode>> = {
  approval: Approval,
  saga: Saga,
  'sub-workflows': SubWorkflows,
}

/** A small picture of what a story is about. The words beside it say the same. */
export function StorySketch({ subject }: { subject: StorySubject }) {
  const Sketch = sketches[subject]
  return (
    <svg viewBox="0 0 260 84" aria-hidden="true" className="h-21 w-full rounded-m bg-sunken">
      <Sketch />
    </svg>
  )
}

const side = 34

interface BoxProps {
  x: number
  y: number
  tone?: Tone
  icon: ReactNode
}

function Box({ x, y, tone, icon }: BoxProps) {
  return (
    <g transform={`translate(${x} ${y})`} className={tone ? toneClasses[tone] : undefined}>
      <rect
        width={side}
        height={side}
        rx={8}
        className={tone ? 'fill-tone-soft stroke-tone' : 'fill-surface stroke-line-strong'}
      />
      <g
        // The icons are 24 pixels wide.
        transform="translate(8.5 8.5) scale(0.708)"
        className={tone ? 'text-tone' : 'text-muted'}
      >
        {icon}
      </g>
    </g>
  )
}

const Line = ({ d, className = 'stroke-thread' }: { d: string; className?: string }) => (
  <path d={d} className={`fill-none ${className}`} strokeWidth={1.6} />
)

function Approval() {
  return (
    <>
      <Line d="M61 42H104M138 42H174M208 42C220 42 216 24 232 24M208 42C220 42 216 60 232 60" />
      <Box x={27} y={25} tone="done" icon={<StepIcon type="STANDARD" />} />
      <circle cx={121} cy={42} r={24} className="fill-human-soft" opacity={0.7} />
      <Box x={104} y={25} tone="human" icon={<User />} />
      <Box x={174} y={25} icon={<StepIcon type="DECISION" />} />
      <circle cx={237} cy={24} r={5} className="fill-done" />
      <circle cx={237} cy={60} r={5} className="fill-failed" />
    </>
  )
}

function Saga() {
  return (
    <>
      <Line d="M77 34H113M147 34H183" />
      <Line d="M200 51C200 76 130 76 130 53" className="stroke-undone [stroke-dasharray:3_3]" />
      <Line d="M127 55C124 76 60 76 60 53" className="stroke-undone [stroke-dasharray:3_3]" />
      <path d="M126 57l4-6 4 6M56 57l4-6 4 6" className="fill-none stroke-undone" strokeWidth={1.6} />
      <Box x={43} y={17} tone="undone" icon={<Check />} />
      <Box x={113} y={17} tone="undone" icon={<Check />} />
      <Box x={183} y={17} tone="failed" icon={<X />} />
    </>
  )
}

function SubWorkflows() {
  return (
    <>
      <Line d="M58 42H82M202 42H218" />
      <Box x={24} y={25} tone="done" icon={<StepIcon type="STANDARD" />} />
      <rect x={82} y={8} width={120} height={68} rx={10} className="fill-child-soft stroke-child" />
      <rect x={136} y={20} width={56} height={44} rx={8} className="fill-surface stroke-child" />
      <Line d="M126 42H136" className="stroke-child" />
      <Box x={92} y={25} tone="done" icon={<StepIcon type="STANDARD" />} />
      <Box x={147} y={25} tone="child" icon={<StepIcon type="SUB_WORKFLOW" />} />
      <circle cx={224} cy={42} r={5} className="fill-thread" />
    </>
  )
}
