import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { NodeCard, type NodeCardProps } from '../node-card.tsx'
import { framePadding } from './compose-drawing.ts'

export interface FrameCardProps extends NodeCardProps {
  /** The words shown when the frame is empty. */
  readonly emptyWords?: string | undefined
}

/** An open step: its card is the head of a frame around the drawing of its inside. */
export function FrameCard({ emptyWords, ...card }: FrameCardProps) {
  const { overlay, selected } = card
  return (
    <div
      className={classNames(
        'size-full rounded-l border border-line-strong bg-[color-mix(in_srgb,var(--color-sunken)_80%,transparent)]',
        overlay?.tone && [toneClasses[overlay.tone], 'border-[color-mix(in_srgb,var(--tone)_45%,var(--color-line))]'],
        selected && 'border-accent',
      )}
    >
      <div className="-m-px">
        <NodeCard {...card} wide />
      </div>
      {emptyWords !== undefined && (
        <p
          className="absolute inset-x-5 grid h-14 place-items-center rounded-l border border-line-strong border-dashed px-3 text-center text-small text-muted"
          style={{ top: framePadding.top }}
        >
          {emptyWords}
        </p>
      )}
    </div>
  )
}
